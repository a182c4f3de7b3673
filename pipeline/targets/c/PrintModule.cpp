//===- PrintModule.cpp - functions and constants as C ---------------------===//
//
// Blocks become labels and branches gotos, in an order in which everything is
// computed before it is read, so that values are declared where they are
// computed. Phis are variables that the branches assign, all at once.
//
//===----------------------------------------------------------------------===//

#include "pipeline/targets/c/PrintModule.h"
#include "pipeline/targets/c/Expressions.h"

#include "proto/abi/executable.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"

namespace ingot::pipeline::c {

namespace {

/// A function that the caller of the executable lends (proto/abi/executable.h).
struct LentFunction {
  uint64_t offset; ///< In ingot_call.
  const char *field;
  const char *parameters[3]; ///< Casts of the arguments behind `user`.

  unsigned arguments() const {
    return 1 + llvm::count_if(parameters, [](const char *p) { return p; });
  }
};
constexpr LentFunction kLent[] = {
    {offsetof(ingot_call, allocate), "allocate", {"(int64_t)", "(int64_t)"}},
    {offsetof(ingot_call, release), "release", {""}},
    {offsetof(ingot_call, fail), "fail", {"(const char *)"}},
};

/// Where the pointer to a called function was loaded from.
const llvm::LoadInst *loadOfCallee(const llvm::CallBase &call) {
  return llvm::dyn_cast<llvm::LoadInst>(call.getCalledOperand());
}

/// Prints one function.
class FunctionPrinter {
public:
  FunctionPrinter(const llvm::Function &function, CTypes &types, CNames &names)
      : function_(function), types_(types), names_(names),
        values_(function, types, names) {
    llvm::ReversePostOrderTraversal<const llvm::Function *> order(&function);
    order_.assign(order.begin(), order.end());
  }

  std::string prototype() {
    std::string text = "static " + types_.name(function_.getReturnType());
    text += (text.back() == '*' ? "" : " ") + names_.of(function_) + "(";
    for (const llvm::Argument &argument : function_.args())
      text += (argument.getArgNo() == 0 ? "" : ", ") +
              declaration(argument.getType(), values_.nameOf(&argument));
    return text + (function_.arg_empty() ? "void)" : ")");
  }

  std::string print() {
    findTargets();
    body_ = prototype() + "\n{\n";
    for (const llvm::Argument &argument : function_.args())
      if (argument.use_empty())
        statement("(void)" + values_.nameOf(&argument));
    for (const llvm::BasicBlock *block : order_)
      declareVariables(*block);
    for (size_t i = 0; i < order_.size(); ++i) {
      next_ = i + 1 < order_.size() ? order_[i + 1] : nullptr;
      printBlock(*order_[i]);
    }
    return body_ + "}\n";
  }

  std::string unsupported() const { return values_.unsupported(); }

private:
  static std::string declaration(const std::string &type,
                                 const std::string &name) {
    return type + (type.back() == '*' ? "" : " ") + name;
  }
  std::string declaration(llvm::Type *type, const std::string &name) {
    return declaration(types_.name(type), name);
  }
  void statement(const std::string &text) { body_ += "  " + text + ";\n"; }
  std::string label(const llvm::BasicBlock *block) const {
    return "L" + std::to_string(labels_.lookup(block));
  }

  /// Numbers blocks. Which ones are jumped to is known when all is printed, so
  /// labels are put in by marks.
  void findTargets() {
    for (auto [i, block] : llvm::enumerate(order_))
      labels_[block] = static_cast<unsigned>(i);
    for (auto [i, block] : llvm::enumerate(order_))
      for (const llvm::BasicBlock *successor : llvm::successors(block)) {
        bool isNext = i + 1 < order_.size() && order_[i + 1] == successor;
        bool fallsThrough =
            isNext && llvm::isa<llvm::BranchInst>(block->getTerminator());
        if (!fallsThrough)
          jumpedTo_.insert(successor);
      }
  }

  void declareVariables(const llvm::BasicBlock &block) {
    for (const llvm::Instruction &instruction : block) {
      if (llvm::isa<llvm::PHINode>(instruction))
        statement(
            declaration(instruction.getType(), values_.nameOf(&instruction)));
      auto *alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (!alloca)
        continue;
      auto *count = llvm::dyn_cast<llvm::ConstantInt>(alloca->getArraySize());
      if (!count)
        values_.unsupported(instruction);
      uint64_t elements = count ? count->getZExtValue() : 1;
      llvm::Type *type = alloca->getAllocatedType();
      for (; type->isArrayTy(); type = type->getArrayElementType())
        elements *= type->getArrayNumElements();
      // Pointers in memory take eight bytes and are read by memcpy().
      std::string word = type->isPointerTy() ? "uint64_t" : types_.name(type);
      statement(
          "_Alignas(" +
          std::to_string(std::max<uint64_t>(16, alloca->getAlign().value())) +
          ") " +
          declaration(
              word, values_.nameOf(alloca) + "_memory[" +
                        std::to_string(std::max<uint64_t>(1, elements)) + "]"));
      statement("void *const " + values_.nameOf(alloca) + " = " +
                values_.nameOf(alloca) + "_memory");
    }
  }

  void printBlock(const llvm::BasicBlock &block) {
    if (jumpedTo_.contains(&block))
      body_ += label(&block) + ":;\n";
    for (const llvm::Instruction &instruction : block)
      if (instruction.isTerminator())
        printTerminator(instruction);
      else if (!values_.isFolded(instruction))
        printInstruction(instruction);
  }

  void printInstruction(const llvm::Instruction &instruction) {
    if (llvm::isa<llvm::PHINode, llvm::AllocaInst>(instruction))
      return;
    if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      return printStore(*store);
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      return printCall(*call);
    if (auto *insert = llvm::dyn_cast<llvm::InsertValueInst>(&instruction))
      return printInsert(*insert);
    if (instruction.use_empty() || isOnlyCalled(instruction))
      return;
    define(instruction, values_.compute(instruction));
  }

  void define(const llvm::Instruction &instruction, const std::string &value) {
    statement(declaration(types_.name(instruction.getType()) + " const",
                          values_.nameOf(&instruction)) +
              " = " + value);
  }

  void printStore(const llvm::StoreInst &store) {
    const llvm::Value *value = store.getValueOperand();
    if (value->getType()->isPointerTy())
      return statement("ingot_store_pointer(" +
                       values_.bare(store.getPointerOperand()) + ", " +
                       values_.bare(value) + ")");
    statement(values_.memoryAt(store.getPointerOperand(), value->getType(),
                               /*isRead=*/false) +
              " = " + values_.bare(value));
  }

  void printInsert(const llvm::InsertValueInst &insert) {
    const llvm::Value *whole = insert.getAggregateOperand();
    std::string name = values_.nameOf(&insert);
    statement(
        declaration(insert.getType(), name) + " = " +
        (llvm::isa<llvm::UndefValue>(whole) ? "{0}" : values_.bare(whole)));
    llvm::Type *type = insert.getType();
    std::string member = name;
    for (unsigned index : insert.indices()) {
      member += type->isArrayTy() ? ".a[" + std::to_string(index) + "]"
                                  : ".f" + std::to_string(index);
      type = type->isArrayTy() ? type->getArrayElementType()
                               : type->getStructElementType(index);
    }
    statement(member + " = " + values_.bare(insert.getInsertedValueOperand()));
  }

  //===--------------------------------------------------------------------===//
  // Calls
  //===--------------------------------------------------------------------===//

  /// What a pointer points into, with the distance from its start.
  static std::pair<const llvm::Value *, uint64_t>
  placeOf(const llvm::Value *pointer, const llvm::DataLayout &layout) {
    llvm::APInt offset(64, 0);
    const llvm::Value *base = pointer->stripAndAccumulateConstantOffsets(
        layout, offset, /*AllowNonInbounds=*/true);
    return {base, offset.getZExtValue()};
  }

  /// A call of a lent function, and of which `ingot_call`.
  struct LentCall {
    const LentFunction *function;
    const llvm::Value *lender;
  };

  /// What a call calls if both that and its first argument, `user`, are loaded
  /// from one place.
  static std::optional<LentCall> lentCall(const llvm::CallBase &call) {
    const llvm::LoadInst *load = loadOfCallee(call);
    auto *user = call.arg_empty()
                     ? nullptr
                     : llvm::dyn_cast<llvm::LoadInst>(call.getArgOperand(0));
    if (!load || !user)
      return std::nullopt;
    const llvm::DataLayout &layout = call.getDataLayout();
    auto [lender, field] = placeOf(load->getPointerOperand(), layout);
    if (placeOf(user->getPointerOperand(), layout) !=
        std::pair(lender, uint64_t{offsetof(ingot_call, user)}))
      return std::nullopt;
    for (const LentFunction &row : kLent)
      if (field == row.offset && call.arg_size() == row.arguments())
        return LentCall{&row, lender};
    return std::nullopt;
  }

  /// True for the pointer to a lent function, which C reads as a field, and for
  /// the place that it is loaded from.
  static bool isOnlyCalled(const llvm::Instruction &instruction) {
    if (llvm::isa<llvm::GetElementPtrInst>(instruction))
      return llvm::all_of(instruction.users(), [](const llvm::User *user) {
        return llvm::isa<llvm::LoadInst, llvm::GetElementPtrInst>(user) &&
               isOnlyCalled(*llvm::cast<llvm::Instruction>(user));
      });
    return llvm::isa<llvm::LoadInst>(instruction) &&
           llvm::all_of(instruction.users(), [&](const llvm::User *user) {
             auto *call = llvm::dyn_cast<llvm::CallBase>(user);
             return call && call->getCalledOperand() == &instruction &&
                    lentCall(*call);
           });
  }

  std::string callee(const llvm::CallBase &call) {
    if (const llvm::Function *known = call.getCalledFunction())
      return names_.of(*known);
    if (std::optional<LentCall> lent = lentCall(call))
      return "((const ingot_call *)" + values_.of(lent->lender) + ")->" +
             lent->function->field;
    std::string type;
    // A custom op's function is the one kind that is left.
    if (call.arg_size() == 4 && call.getType()->isPointerTy())
      type = "ingot_custom_function";
    else
      values_.unsupported(call);
    return "((" + type + ")(uintptr_t)" + values_.of(call.getCalledOperand()) +
           ")";
  }

  std::string callText(const llvm::CallBase &call) {
    if (auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call))
      return values_.intrinsic(*intrinsic);
    std::optional<LentCall> lent = lentCall(call);
    std::string text = callee(call) + "(";
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      text += i == 0 ? "" : ", ";
      if (lent && i > 0)
        text += lent->function->parameters[i - 1];
      text += lent && i > 0 ? values_.of(call.getArgOperand(i))
                            : values_.bare(call.getArgOperand(i));
    }
    text += ")";
    if (!call.getCalledFunction() && !lent)
      text = "(void *)(uintptr_t)" + text;
    return text;
  }

  void printCall(const llvm::CallBase &call) {
    std::string text = callText(call);
    if (text.empty())
      return;
    if (call.getType()->isVoidTy())
      return statement(text);
    if (!call.use_empty())
      return define(call, text);
    if (call.mayHaveSideEffects())
      statement("(void)" + text);
  }

  //===--------------------------------------------------------------------===//
  // Branches
  //===--------------------------------------------------------------------===//

  /// Assigns the phis of `to` as coming from `from`, indented by `indent`.
  std::string assignments(const llvm::BasicBlock &from,
                          const llvm::BasicBlock &to,
                          const std::string &indent) {
    llvm::SmallVector<const llvm::PHINode *> phis;
    for (const llvm::PHINode &phi : to.phis()) {
      const llvm::Value *value = phi.getIncomingValueForBlock(&from);
      if (value != &phi && !llvm::isa<llvm::UndefValue>(value))
        phis.push_back(&phi);
    }
    // A phi that is read after it was assigned is kept in another variable.
    bool isParallel = false;
    llvm::SmallPtrSet<const llvm::Value *, 8> assigned;
    for (const llvm::PHINode *phi : phis) {
      isParallel |= assigned.contains(phi->getIncomingValueForBlock(&from));
      assigned.insert(phi);
    }
    std::string text, copies;
    for (const llvm::PHINode *phi : phis) {
      std::string value = values_.bare(phi->getIncomingValueForBlock(&from));
      std::string name = values_.nameOf(phi);
      if (isParallel) {
        text += indent +
                declaration(types_.name(phi->getType()) + " const",
                            name + "_next") +
                " = " + value + ";\n";
        value = name + "_next";
      }
      copies += indent + name + " = " + value + ";\n";
    }
    return text + copies;
  }

  /// Assignments and the jump, as what stands between braces.
  std::string edge(const llvm::BasicBlock &from, const llvm::BasicBlock &to) {
    std::string text = assignments(from, to, "    ");
    if (&to != next_)
      text += "    goto " + label(&to) + ";\n";
    return text;
  }

  void printTerminator(const llvm::Instruction &terminator) {
    const llvm::BasicBlock &block = *terminator.getParent();
    if (auto *branch = llvm::dyn_cast<llvm::BranchInst>(&terminator))
      return printBranch(*branch, block);
    if (auto *choice = llvm::dyn_cast<llvm::SwitchInst>(&terminator))
      return printSwitch(*choice, block);
    if (auto *end = llvm::dyn_cast<llvm::ReturnInst>(&terminator))
      return statement(end->getReturnValue()
                           ? "return " + values_.bare(end->getReturnValue())
                           : "return");
    if (llvm::isa<llvm::UnreachableInst>(terminator))
      return statement("abort()");
    values_.unsupported(terminator);
  }

  void printBranch(const llvm::BranchInst &branch,
                   const llvm::BasicBlock &block) {
    if (branch.isUnconditional()) {
      std::string text = edge(block, *branch.getSuccessor(0));
      if (!text.empty())
        body_ += "  {\n" + text + "  }\n";
      return;
    }
    std::string taken = edge(block, *branch.getSuccessor(0));
    std::string other = edge(block, *branch.getSuccessor(1));
    body_ += "  if (" + values_.condition(branch.getCondition()) + ") {\n" +
             taken + "  }";
    body_ += other.empty() ? "\n" : " else {\n" + other + "  }\n";
  }

  void printSwitch(const llvm::SwitchInst &choice,
                   const llvm::BasicBlock &block) {
    next_ = nullptr; // Cases do not fall through to it.
    body_ += "  switch (" + values_.bare(choice.getCondition()) + ") {\n";
    for (const auto &row : choice.cases())
      body_ += "  case " + values_.bare(row.getCaseValue()) + ": {\n" +
               edge(block, *row.getCaseSuccessor()) + "  }\n";
    body_ +=
        "  default: {\n" + edge(block, *choice.getDefaultDest()) + "  }\n  }\n";
  }

  const llvm::Function &function_;
  CTypes &types_;
  CNames &names_;
  Expressions values_;
  std::vector<const llvm::BasicBlock *> order_;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> labels_;
  llvm::DenseSet<const llvm::BasicBlock *> jumpedTo_;
  const llvm::BasicBlock *next_ = nullptr; ///< Printed behind this one.
  std::string body_;
};

/// C11 promises no longer ones.
constexpr uint64_t kMaxString = 4000;

/// The elements of an array of scalars of any rank, in order.
void collectElements(const llvm::Constant *value,
                     std::vector<const llvm::Constant *> &elements) {
  if (!value->getType()->isArrayTy()) {
    elements.push_back(value);
    return;
  }
  for (uint64_t i = 0; i < value->getType()->getArrayNumElements(); ++i)
    collectElements(value->getAggregateElement(static_cast<unsigned>(i)),
                    elements);
}

/// A constant that functions read, as an array of C.
std::string printGlobal(const llvm::GlobalVariable &global, CTypes &types,
                        CNames &names, Expressions &values) {
  std::vector<const llvm::Constant *> elements;
  const llvm::Constant *initializer = global.getInitializer();
  llvm::Type *type = global.getValueType();
  auto *text8 = llvm::dyn_cast<llvm::ConstantDataArray>(initializer);
  if (text8 && text8->isCString() && text8->getNumElements() < kMaxString)
    return "static _Alignas(64) const char " + names.of(global) +
           "[] = " + stringLiteral(text8->getAsCString()) + ";\n";
  uint64_t count = 1;
  for (; type->isArrayTy(); type = type->getArrayElementType())
    count *= type->getArrayNumElements();
  std::string text = "static _Alignas(64) ";
  if (global.isConstant())
    text += "const ";
  bool isPointer = type->isPointerTy();
  std::string element =
      isPointer ? "struct { _Alignas(8) void *pointer; }" : types.name(type);
  text += element + (element.back() == '*' ? "" : " ") + names.of(global) +
          "[" + std::to_string(std::max<uint64_t>(1, count)) + "] = {";
  if (initializer->isNullValue() || llvm::isa<llvm::UndefValue>(initializer))
    return text + "0};\n";
  collectElements(initializer, elements);
  size_t column = 0;
  for (const llvm::Constant *value : elements) {
    std::string word = values.initializer(value);
    word = isPointer ? "{" + word + "}," : word + ",";
    if (column == 0 || column + word.size() > 78) {
      text += "\n ";
      column = 1;
    }
    text += " " + word;
    column += word.size() + 1;
  }
  return text + "\n};\n";
}

} // namespace

llvm::Expected<Fragment> printModule(const llvm::Module &module) {
  Fragment fragment;
  CTypes types(fragment);
  CNames names;
  auto failed = [&](const std::string &text) -> llvm::Error {
    return llvm::createStringError("c: C11 has no words for '" +
                                   llvm::StringRef(text).trim() + "'");
  };
  if (module.empty())
    return fragment;
  Expressions constants(*module.begin(), types, names);
  for (const llvm::GlobalVariable &global : module.globals())
    if (global.hasInitializer())
      fragment.add("data", names.of(global),
                   printGlobal(global, types, names, constants));
  if (!constants.unsupported().empty())
    return failed(constants.unsupported());
  for (const llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    FunctionPrinter printer(function, types, names);
    std::string text = printer.print();
    fragment.add("prototype", names.of(function), printer.prototype() + ";\n");
    fragment.add("function", names.of(function), std::move(text));
    if (!printer.unsupported().empty())
      return failed(printer.unsupported());
  }
  if (!types.unsupported().empty())
    return failed(types.unsupported());
  return fragment;
}

} // namespace ingot::pipeline::c
