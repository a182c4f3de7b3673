//===- CollectiveOps.td - several replicas, partitions and the host -------===//
//
// Effects of collectives are left unknown: each member of a group must run the
// same ones in the same order, so none is moved or removed.
//
//===----------------------------------------------------------------------===//

include "pipeline/dialects/stablehlo/StablehloAttrs.td"

def Stablehlo_Transport : Resource<"::ingot::stablehlo::TransportResource">;
def Stablehlo_IO : MemoryEffects<[MemRead<Stablehlo_Transport>,
                                  MemWrite<Stablehlo_Transport>]>;

def Stablehlo_AllGatherOp : Stablehlo_Op<"all_gather"> {
  let summary = "The operands of a group, one after another";
  let arguments = (ins Variadic<Stablehlo_Tensor>:$operands,
                       Stablehlo_Index:$all_gather_dim,
                       Stablehlo_ReplicaGroups:$replica_groups,
                       OptionalAttr<Stablehlo_ChannelHandle>:$channel_handle,
                       UnitAttr:$use_global_device_ids);
  let results = (outs Variadic<Stablehlo_Tensor>:$result);
  let hasVerifier = 1;
}

def Stablehlo_AllReduceOp : Stablehlo_Op<"all_reduce"> {
  let summary = "The operands of a group, folded with a region";
  let arguments = (ins Variadic<Stablehlo_Tensor>:$operands,
                       Stablehlo_ReplicaGroups:$replica_groups,
                       OptionalAttr<Stablehlo_ChannelHandle>:$channel_handle,
                       UnitAttr:$use_global_device_ids);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs Variadic<Stablehlo_Tensor>:$result);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Stablehlo_ReduceScatterOp : Stablehlo_Op<"reduce_scatter"> {
  let summary = "The operands of a group, folded, to each its part";
  let arguments = (ins Stablehlo_Tensor:$operand,
                       Stablehlo_Index:$scatter_dimension,
                       Stablehlo_ReplicaGroups:$replica_groups,
                       OptionalAttr<Stablehlo_ChannelHandle>:$channel_handle,
                       UnitAttr:$use_global_device_ids);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs Stablehlo_Tensor:$result);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Stablehlo_AllToAllOp : Stablehlo_Op<"all_to_all"> {
  let summary = "Parts of operands exchanged within a group";
  let arguments = (ins Variadic<Stablehlo_Tensor>:$operands,
                       Stablehlo_Index:$split_dimension,
                       Stablehlo_Index:$concat_dimension,
                       Stablehlo_Count:$split_count,
                       Stablehlo_ReplicaGroups:$replica_groups,
                       OptionalAttr<Stablehlo_ChannelHandle>:$channel_handle);
  let results = (outs Variadic<Stablehlo_Tensor>:$result);
  let hasVerifier = 1;
}

def Stablehlo_CollectiveBroadcastOp : Stablehlo_Op<"collective_broadcast"> {
  let summary = "The operand of a group's first member";
  let arguments = (ins Variadic<Stablehlo_Tensor>:$operands,
                       Stablehlo_ReplicaGroups:$replica_groups,
                       OptionalAttr<Stablehlo_ChannelHandle>:$channel_handle,
                       UnitAttr:$has_dynamic_root);
  let results = (outs Variadic<Stablehlo_Tensor>:$result);
  let useCustomPropertiesEncoding = 1;
  let hasVerifier = 1;
}

def Stablehlo_CollectiveReduceOp : Stablehlo_Op<"collective_reduce"> {
  let summary = "The operands of a group, folded for one of its members";
  let arguments = (ins Variadic<Stablehlo_Tensor>:$operands,
                       Stablehlo_ReplicaGroups:$replica_groups,
                       OptionalAttr<Stablehlo_ChannelHandle>:$channel_handle,
                       UnitAttr:$use_global_device_ids,
                       UnitAttr:$has_dynamic_root);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs Variadic<Stablehlo_Tensor>:$result);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Stablehlo_CollectivePermuteOp : Stablehlo_Op<"collective_permute"> {
  let summary = "Operands sent along pairs of source and target";
  let arguments = (ins Stablehlo_Tensor:$operand,
                       I64ElementsAttr:$source_target_pairs,
                       OptionalAttr<Stablehlo_ChannelHandle>:$channel_handle);
  let results = (outs Stablehlo_Tensor:$result);
  let hasVerifier = 1;
}

def Stablehlo_CrossReplicaSumOp : Stablehlo_Op<"cross-replica-sum"> {
  let summary = "The sum of a group, in its oldest form";
  let arguments = (ins Stablehlo_Tensor:$operand,
                       I64ElementsAttr:$replica_groups);
  let results = (outs Stablehlo_Tensor:$result);
  let hasVerifier = 1;
}

def Stablehlo_ReplicaIdOp : Stablehlo_Op<"replica_id", [Pure]> {
  let summary = "The replica that runs this";
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Stablehlo_PartitionIdOp : Stablehlo_Op<"partition_id", [Pure]> {
  let summary = "The partition that runs this";
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Stablehlo_AsyncStartOp : Stablehlo_Op<"async_start", [IsolatedFromAbove]> {
  let summary = "An op that runs while others do";
  let arguments = (ins Variadic<Stablehlo_Tensor>:$operands);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Stablehlo_Future:$result);
  let hasRegionVerifier = 1;
}

def Stablehlo_AsyncDoneOp : Stablehlo_Op<"async_done"> {
  let summary = "The values of a future";
  let arguments = (ins Stablehlo_Future:$operand);
  let results = (outs Variadic<Stablehlo_Tensor>:$result);
  let hasVerifier = 1;
}

def Stablehlo_SendOp : Stablehlo_Op<"send", [Stablehlo_IO]> {
  let summary = "Values to another program or to the host";
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs,
                       Stablehlo_Token:$token,
                       Stablehlo_ChannelHandle:$channel_handle,
                       Stablehlo_FalseByDefault:$is_host_transfer,
                       OptionalAttr<I64ElementsAttr>:$source_target_pairs);
  let results = (outs Stablehlo_Token:$result);
  let hasVerifier = 1;
}

def Stablehlo_RecvOp : Stablehlo_Op<"recv", [Stablehlo_IO]> {
  let summary = "Values of another program or of the host";
  let arguments = (ins Stablehlo_Token:$token,
                       Stablehlo_ChannelHandle:$channel_handle,
                       Stablehlo_FalseByDefault:$is_host_transfer,
                       OptionalAttr<I64ElementsAttr>:$source_target_pairs);
  let results = (outs Variadic<Stablehlo_Value>:$result);
  let hasVerifier = 1;
}

def Stablehlo_InfeedOp : Stablehlo_Op<"infeed", [Stablehlo_IO]> {
  let summary = "Values of the host's queue";
  let arguments = (ins Stablehlo_Token:$token,
                       DefaultValuedStrAttr<StrAttr, "">:$infeed_config,
                       OptionalAttr<ArrayAttr>:$layout);
  let results = (outs Variadic<Stablehlo_Value>:$result);
  let hasVerifier = 1;
}

def Stablehlo_OutfeedOp : Stablehlo_Op<"outfeed", [Stablehlo_IO]> {
  let summary = "Values to the host's queue";
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs,
                       Stablehlo_Token:$token,
                       DefaultValuedStrAttr<StrAttr, "">:$outfeed_config);
  let results = (outs Stablehlo_Token:$result);
}
