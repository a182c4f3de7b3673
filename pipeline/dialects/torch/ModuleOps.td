//===- ModuleOps.td - classes, objects, state of TorchScript -*- tablegen -*-===//
//
// Read so that a program that has them can be told what to export instead; no
// later phase knows them.
//
//===----------------------------------------------------------------------===//

include "pipeline/dialects/torch/TorchBase.td"

/// Belongs to a program with state or objects.
class Torch_StateOp<string mnemonic, string what, list<Trait> traits = []>
    : Torch_Op<mnemonic, traits> {
  let summary = what;
}

//===----------------------------------------------------------------------===//
// Global slots
//===----------------------------------------------------------------------===//

def Torch_GlobalSlotOp : Torch_StateOp<"global_slot", "A global variable",
    [Symbol]> {
  let arguments = (ins SymbolNameAttr:$sym_name,
                       OptionalAttr<StrAttr>:$sym_visibility,
                       TypeAttr:$typeBound);
  let assemblyFormat = [{
    ($sym_visibility^)? $sym_name attr-dict `:` $typeBound
  }];
}
def Torch_GlobalSlotGetOp : Torch_StateOp<"global_slot.get", "Its value"> {
  let arguments = (ins FlatSymbolRefAttr:$slot);
  let results = (outs Torch_AnyType:$result);
  let assemblyFormat = "$slot attr-dict `:` qualified(type($result))";
}
def Torch_GlobalSlotSetOp : Torch_StateOp<"global_slot.set", "Changes it"> {
  let arguments = (ins FlatSymbolRefAttr:$slot, Torch_AnyType:$value);
  let assemblyFormat = "$slot `=` $value attr-dict `:` qualified(type($value))";
}
def Torch_GlobalSlotInitOp : Torch_StateOp<"global_slot.init",
    "Its initial value", [Terminator, HasParent<"GlobalSlotOp">]> {
  let arguments = (ins Torch_AnyType:$initialValue);
  let assemblyFormat = [{
    $initialValue attr-dict `:` qualified(type($initialValue))
  }];
}
def Torch_GlobalSlotModuleInitializerOp : Torch_StateOp<
    "global_slot.module_initializer", "Computes the initial values of all",
    [IsolatedFromAbove, SingleBlock]> {
  let regions = (region SizedRegion<1>:$initializer);
  let assemblyFormat = "$initializer attr-dict";
}
def Torch_InitializeGlobalSlotsOp : Torch_StateOp<"initialize.global_slots",
    "The initial values of all",
    [Terminator, HasParent<"GlobalSlotModuleInitializerOp">]> {
  let arguments = (ins SymbolRefArrayAttr:$slotSymNames,
                       Variadic<Torch_AnyType>:$initialValues);
  let assemblyFormat = [{
    attr-dict ` ` `[` custom<SlotInitializers>($slotSymNames, $initialValues,
                                           type($initialValues)) `]`
  }];
}

//===----------------------------------------------------------------------===//
// Classes and objects
//===----------------------------------------------------------------------===//

def Torch_ClassTypeOp : Torch_StateOp<"class_type", "A class of modules",
    [Symbol, SingleBlockImplicitTerminator<"ClassTypeTerminatorOp">]> {
  let arguments = (ins SymbolNameAttr:$sym_name);
  let regions = (region SizedRegion<1>:$region);
  let assemblyFormat = "$sym_name $region attr-dict";
}
def Torch_ClassTypeTerminatorOp : Torch_StateOp<"class_type_terminator",
    "Ends a class", [Terminator, HasParent<"ClassTypeOp">]> {
  let assemblyFormat = "attr-dict";
}
def Torch_AttrOp : Torch_StateOp<"attr", "An attribute of a class",
    [HasParent<"ClassTypeOp">]> {
  let arguments = (ins StrAttr:$name, TypeAttr:$type, UnitAttr:$isPrivate);
  let assemblyFormat = "(`private` $isPrivate^)? $name `:` $type attr-dict";
}
def Torch_MethodOp : Torch_StateOp<"method", "A method of a class",
    [HasParent<"ClassTypeOp">]> {
  let arguments = (ins StrAttr:$name, FlatSymbolRefAttr:$function,
                       UnitAttr:$isPrivate);
  let assemblyFormat = "(`private` $isPrivate^)? $name `,` $function attr-dict";
}
def Torch_NnModuleOp : Torch_StateOp<"nn_module", "An object",
    [SingleBlockImplicitTerminator<"NnModuleTerminatorOp">]> {
  let results = (outs Torch_NnModuleType:$result);
  let regions = (region SizedRegion<1>:$region);
  let assemblyFormat = "$region attr-dict `:` qualified(type($result))";
}
def Torch_NnModuleTerminatorOp : Torch_StateOp<"nn_module_terminator",
    "Ends an object", [Terminator, HasParent<"NnModuleOp">]> {
  let assemblyFormat = "attr-dict";
}
def Torch_SlotOp : Torch_StateOp<"slot", "The value of an object's attribute",
    [HasParent<"NnModuleOp">]> {
  let arguments = (ins StrAttr:$name, Torch_AnyType:$value);
  let assemblyFormat = "$name `,` $value attr-dict `:` qualified(type($value))";
}
def Torch_PrimCreateObjectOp
    : Torch_StateOp<"prim.CreateObject", "A new object", [Pure]> {
  let results = (outs Torch_NnModuleType:$result);
  let assemblyFormat = "attr-dict qualified(type($result))";
}
def Torch_PrimGetAttrOp
    : Torch_StateOp<"prim.GetAttr", "The value of an attribute"> {
  let arguments = (ins Torch_NnModuleType:$receiver, StrAttr:$name);
  let results = (outs Torch_AnyType:$result);
  let assemblyFormat = [{
    $receiver `[` $name `]` attr-dict `:` qualified(type($receiver)) `->`
    qualified(type($result))
  }];
}
def Torch_PrimSetAttrOp : Torch_StateOp<"prim.SetAttr", "Changes an attribute"> {
  let arguments = (ins Torch_NnModuleType:$receiver, Torch_AnyType:$value,
                       StrAttr:$name);
  let assemblyFormat = [{
    $receiver `[` $name `]` `=` $value attr-dict `:`
    qualified(type($receiver)) `,` qualified(type($value))
  }];
}
def Torch_PrimCallMethodOp : Torch_StateOp<"prim.CallMethod", "Calls a method"> {
  let arguments = (ins Torch_NnModuleType:$receiver, StrAttr:$name,
                       Variadic<Torch_AnyType>:$methodOperands);
  let results = (outs Torch_AnyType:$result);
  let assemblyFormat = [{
    $receiver `[` $name `]` `(` $methodOperands `)` attr-dict `:`
    qualified(type($receiver)) `,` functional-type($methodOperands, $result)
  }];
}

//===----------------------------------------------------------------------===//
// Variables and contexts of Python
//===----------------------------------------------------------------------===//

def Torch_PrimLoadOp : Torch_StateOp<"prim.Load", "Reads a variable"> {
  let arguments = (ins StrAttr:$name);
  let results = (outs Torch_AnyType:$result);
  let assemblyFormat = "$name attr-dict `:` qualified(type($result))";
}
def Torch_PrimStoreOp : Torch_StateOp<"prim.Store", "Writes a variable"> {
  let arguments = (ins StrAttr:$name, Torch_AnyType:$value);
  let assemblyFormat = "$name `,` $value attr-dict `:` qualified(type($value))";
}
def Torch_PrimEnterOp : Torch_StateOp<"prim.Enter", "Enters a context"> {
  let arguments = (ins Torch_AnyType:$inp);
  let results = (outs Torch_NoneType:$result);
  let assemblyFormat = "$inp attr-dict `:` qualified(type($inp))";
}
def Torch_PrimExitOp : Torch_StateOp<"prim.Exit", "Leaves a context"> {
  let arguments = (ins Torch_AnyType:$inp);
  let results = (outs Torch_TensorType:$result);
  let assemblyFormat = [{
    $inp attr-dict `:` qualified(type($inp)) `->` qualified(type($result))
  }];
}
