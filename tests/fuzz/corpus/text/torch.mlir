module {
  func.func private @t(!torch.list<optional<vtensor<[2,?],f32>>>, !torch.tuple<int, union<str, none>>, !torch.dict<str, tensor>, !torch.nn.Module<"m">, !torch.vtensor<*,unk>) -> !torch.Device
  func.func @f(%a: !torch.vtensor<[?,3],f32>, %b: !torch.bool) -> !torch.vtensor<[?,3],f32> {
    %s = torch.symbolic_int "s0" {min_val = 2, max_val = 9} : !torch.int
    torch.bind_symbolic_shape %a, [%s], affine_map<()[s0] -> (s0 * 2, 3)> : !torch.vtensor<[?,3],f32>
    %n = torch.constant.int 3
    %f = torch.constant.float 1.5
    %none = torch.constant.none
    %o = torch.derefine %none : !torch.none to !torch.optional<int>
    %w = torch.vtensor.literal(dense<[1.0, 2.0, 3.0]> : tensor<3xf32>) : !torch.vtensor<[3],f32>
    %r = torch.aten.add.Tensor %a, %w, %f : !torch.vtensor<[?,3],f32>, !torch.vtensor<[3],f32>, !torch.float -> !torch.vtensor<[?,3],f32>
    %l = torch.prim.ListConstruct %n, %n : (!torch.int, !torch.int) -> !torch.list<int>
    %i = torch.prim.If %b -> (!torch.vtensor<[?,3],f32>) {
      torch.prim.If.yield %r : !torch.vtensor<[?,3],f32>
    } else {
      %q = torch.operator "torch.aten.relu"(%a) : (!torch.vtensor<[?,3],f32>) -> !torch.vtensor<[?,3],f32>
      torch.prim.If.yield %q : !torch.vtensor<[?,3],f32>
    }
    %p = torch.prim.Loop %n, %b, init(%i) {
    ^bb0(%k: !torch.int, %c: !torch.vtensor<[?,3],f32>):
      torch.prim.Loop.condition %b, iter(%c : !torch.vtensor<[?,3],f32>)
    } : (!torch.int, !torch.bool, !torch.vtensor<[?,3],f32>) -> !torch.vtensor<[?,3],f32>
    return %p : !torch.vtensor<[?,3],f32>
  }
  torch.global_slot.module_initializer {
    %0 = torch.constant.int 1
    torch.initialize.global_slots [
      @slot(%0 : !torch.int)
    ]
  }
}
