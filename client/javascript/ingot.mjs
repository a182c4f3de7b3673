// ingot.mjs - loads and runs what `ingot compile --target wasm32` made.
//
// For browsers and Node.js; needs nothing else. The structures that it writes
// and reads are those of proto/abi/executable.h, in which every pointer takes
// eight bytes, of which a module of 32 bits uses the first four.
//
// A module has memory of its own: arguments are copied in, results out. Calls
// run on the thread of the caller; one at a time for each Executable.

/** Element types: the array that holds them, by the numbers of the ABI. Types
 *  that JavaScript lacks are their bits. */
const ELEMENTS = {
  1: ['i1', Uint8Array], 2: ['i8', Int8Array], 3: ['i16', Int16Array],
  4: ['i32', Int32Array], 5: ['i64', BigInt64Array], 6: ['ui8', Uint8Array],
  7: ['ui16', Uint16Array], 8: ['ui32', Uint32Array],
  9: ['ui64', BigUint64Array], 10: ['f16', Uint16Array],
  11: ['bf16', Uint16Array], 12: ['f32', Float32Array],
  13: ['f64', Float64Array],
  // Real and imaginary part in turn.
  14: ['complex<f32>', Float32Array, 2], 15: ['complex<f64>', Float64Array, 2],
  16: ['f8E5M2', Uint8Array], 17: ['f8E4M3', Uint8Array],
  18: ['f8E4M3FN', Uint8Array], 19: ['f8E5M2FNUZ', Uint8Array],
  20: ['f8E4M3FNUZ', Uint8Array], 21: ['f8E4M3B11FNUZ', Uint8Array],
  22: ['f8E3M4', Uint8Array], 23: ['f8E8M0FNU', Uint8Array],
};

/** The array that holds elements of a type: Float32Array for 12. */
export function arrayFor(element) { return ELEMENTS[element][1]; }

/** What safetensors calls the types, as ingot writes them: types that it has no
 *  name for are bytes. */
const DTYPES = {
  1: 'BOOL', 2: 'I8', 3: 'I16', 4: 'I32', 5: 'I64', 6: 'U8', 7: 'U16', 8: 'U32',
  9: 'U64', 10: 'F16', 11: 'BF16', 12: 'F32', 13: 'F64', 14: 'C64', 15: 'F64',
  16: 'F8_E5M2', 18: 'F8_E4M3', 23: 'F8_E8M0',
};

const ALIGNMENT = 64;
const TENSOR_BYTES = 24;
/** Versions of the table that are known. The last is for state of x86 only. */
const FIRST_VERSION = 1, VERSION_DERIVATIONS = 3;

/** The sizes of structures in the table. */
const TYPE_BYTES = 16, ENTRY_BYTES = 48, CONSTANT_BYTES = 40, STATE_BYTES = 40;

function elementsOf(shape) {
  return shape.reduce((count, size) => count * size, 1);
}

function typeName(type) {
  const sizes = type.shape.map((size) => `${size < 0 ? '?' : size}x`).join('');
  return sizes + ELEMENTS[type.element][0];
}

/** The bytes of an ArrayBuffer, or of any view of one. */
function bytesOf(data) {
  if (ArrayBuffer.isView(data))
    return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : undefined;
}

/** Tensors by name, {dtype, shape, bytes}, of a safetensors file: an ArrayBuffer
 *  or a view of one. */
export function readSafetensors(file) {
  const all = bytesOf(file);
  if (!all || all.length < 8) throw new Error('safetensors: is too short');
  const view = new DataView(all.buffer, all.byteOffset, all.byteLength);
  const length = Number(view.getBigUint64(0, true));
  if (length > all.length - 8)
    throw new Error('safetensors: the header ends behind the file');
  const data = all.subarray(8 + length);
  const text = new TextDecoder().decode(all.subarray(8, 8 + length));
  const tensors = new Map();
  for (const [name, entry] of Object.entries(JSON.parse(text))) {
    if (name === '__metadata__') continue;
    const [begin, end] = entry.data_offsets ?? [];
    if (!(begin >= 0 && begin <= end && end <= data.length))
      throw new Error(`safetensors: '${name}' reaches beyond the file`);
    tensors.set(name, { dtype: entry.dtype, shape: entry.shape,
                        bytes: data.subarray(begin, end) });
  }
  return tensors;
}

/** A number below 2^28 as bytes of a WebAssembly module. */
function leb128(number) {
  const bytes = [];
  for (; number >= 128; number >>>= 7) bytes.push((number & 127) | 128);
  return [...bytes, number];
}

/**
 * A table of WebAssembly holds functions of modules only. This is a module that
 * imports functions and exports them again, which makes them such.
 * `signatures` are ['iI', 'i']: parameters and results, i for 32 and I for 64
 * bits.
 */
function asTableFunctions(functions, signatures) {
  const kinds = { i: 0x7f, I: 0x7e };
  const vector = (items) => [...leb128(items.length), ...items.flat()];
  const section = (id, items) => {
    const content = vector(items);
    return [id, ...leb128(content.length), ...content];
  };
  const name = (index) => vector([...`${index}`].map((c) => [c.charCodeAt(0)]));
  const types = signatures.map((parts) => [
    0x60, ...parts.flatMap((part) => vector([...part].map((c) => [kinds[c]])))]);
  const all = functions.map((_, index) => index);
  const module = new WebAssembly.Module(new Uint8Array([
    0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    ...section(1, types),
    ...section(2, all.map((i) => [...vector([[0x69]]), ...name(i), 0, ...leb128(i)])),
    ...section(7, all.map((i) => [...name(i), 0, ...leb128(i)])),
  ]));
  const imports = { i: Object.fromEntries(functions.map((f, i) => [i, f])) };
  const exported = new WebAssembly.Instance(module, imports).exports;
  return all.map((i) => exported[i]);
}

/** Memory behind what the module has for itself. What is released is handed out
 *  again to those who ask for about as much. */
class Heap {
  constructor(memory, begin) {
    this.memory = memory;
    this.end = begin;
    this.free = new Map(); // By size and alignment.
    this.kinds = new Map(); // By address.
    this.taken = null; // What was handed out since follow(), and not released.
  }

  follow() { this.taken = new Set(); }

  /** Takes back what a program that failed left behind. */
  releaseTaken() {
    for (const address of this.taken) this.put(address);
    this.taken = null;
  }

  allocate(size, alignment) {
    // Powers of two, so that sizes meet again; large ones by quarters of them.
    let rounded = ALIGNMENT;
    while (rounded < size) rounded *= 2;
    while (rounded >= 1 << 20 && rounded * 0.75 >= size) rounded *= 0.75;
    rounded = Math.ceil(rounded / ALIGNMENT) * ALIGNMENT;
    const kind = `${rounded}/${Math.max(alignment, ALIGNMENT)}`;
    const kept = this.free.get(kind)?.pop();
    if (kept !== undefined) {
      this.taken?.add(kept);
      return kept;
    }
    const step = Math.max(alignment, ALIGNMENT);
    const address = Math.ceil(this.end / step) * step;
    const missing = address + rounded - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / 65536));
    this.end = address + rounded;
    this.kinds.set(address, kind);
    this.taken?.add(address);
    return address;
  }

  release(address) {
    this.taken?.delete(address);
    this.put(address);
  }

  put(address) {
    const kind = this.kinds.get(address);
    if (kind === undefined) return;
    if (!this.free.has(kind)) this.free.set(kind, []);
    this.free.get(kind).push(address);
  }
}

/** A program that is loaded, with constants and state of its own. */
export class Executable {
  /**
   * Compiles the bytes of a module and binds its constants.
   *
   * `options.constants` is the safetensors file beside the module, an
   * ArrayBuffer or a view of one, or a Map of names to {element, shape, bytes}.
   * Throws an Error that names what is missing or of another type.
   */
  static async load(bytes, options = {}) {
    const { instance } = await WebAssembly.instantiate(bytes, {});
    return new Executable(instance, options);
  }

  constructor(instance, options) {
    if (!instance.exports.ingot_executable_v1)
      throw new Error('is no executable of Ingot; make one by ' +
                      '`ingot compile --target wasm32`');
    this.exports = instance.exports;
    this.memory = instance.exports.memory;
    this.table = instance.exports.__indirect_function_table;
    this.heap = new Heap(this.memory, instance.exports.__heap_base.value);
    this.readTable(instance.exports.ingot_executable_v1());
    this.makeCall();
    this.bindConstants(options.constants ?? new Map());
    this.makeStates();
  }

  /** Entry points: {name, arguments, results}, the latter of {element, shape}. */
  get entries() {
    return this.entryTable.map(({ name, arguments: takes, results }) =>
      ({ name, arguments: takes, results }));
  }

  /**
   * Calls an entry. `inputs` are {shape, data}, data being an array of the
   * argument's type in row-major order, or such an array alone where the type
   * has all sizes. Returns results of {element, shape, data}. Throws an Error
   * when an argument does not fit or the program fails.
   */
  call(name, inputs) {
    const entry = this.entryTable.find((one) => one.name === name);
    if (!entry)
      throw new Error(`has no entry '${name}'; there is ` +
                      this.entryTable.map((one) => one.name).join(', '));
    if (inputs.length !== entry.arguments.length)
      throw new Error(`'${name}' takes ${entry.arguments.length} arguments, ` +
                      `not ${inputs.length}`);
    const held = [];
    try {
      const takes = inputs.map((input, i) =>
        this.copyIn(input, entry.arguments[i], `argument ${i}`, held));
      return this.invoke(entry, takes, held).map(
        ({ shape, address }, i) => this.copyOut(entry.results[i], shape, address));
    } finally {
      held.forEach((address) => this.heap.release(address));
    }
  }

  /** Sets state back to its start values. */
  reset() {
    const bytes = new Uint8Array(this.memory.buffer);
    for (const state of this.states)
      bytes.copyWithin(state.address, state.initial, state.initial + state.size);
  }

  // Reading the table.

  view() { return new DataView(this.memory.buffer); }
  word(address) { return this.view().getUint32(address, true); }
  long(address) { return Number(this.view().getBigInt64(address, true)); }

  text(address) {
    const bytes = new Uint8Array(this.memory.buffer);
    return new TextDecoder().decode(
      bytes.subarray(address, bytes.indexOf(0, address)));
  }

  typeAt(address) {
    const sizes = this.word(address + 8);
    const rank = this.word(address + 4);
    return {
      element: this.word(address),
      shape: Array.from({ length: rank }, (_, i) => this.long(sizes + 8 * i)),
    };
  }

  typesAt(address, count) {
    return Array.from({ length: count }, (_, i) =>
      this.typeAt(address + TYPE_BYTES * i));
  }

  entryAt(address) {
    return {
      name: this.text(this.word(address)), run: this.word(address + 8),
      arguments: this.typesAt(this.word(address + 24), this.long(address + 16)),
      results: this.typesAt(this.word(address + 40), this.long(address + 32)),
    };
  }

  readTable(table) {
    const version = this.word(table);
    if (version < FIRST_VERSION || version > VERSION_DERIVATIONS)
      throw new Error(`was made for version ${version} of the executable ABI, ` +
                      'which this runtime does not know; compile it again');
    const array = (at, size, read) =>
      Array.from({ length: this.long(table + at) }, (_, i) =>
        read(this.word(table + at + 8) + size * i));
    this.entryTable = array(8, ENTRY_BYTES, (at) => this.entryAt(at));
    this.constants = array(24, CONSTANT_BYTES, (at) => ({
      name: this.text(this.word(at)), type: this.typeAt(at + 8),
      size: this.long(at + 24) }));
    this.states = array(40, STATE_BYTES, (at) => ({
      name: this.text(this.word(at)), type: this.typeAt(at + 8),
      size: this.long(at + 24), constant: this.long(at + 32) }));
    const customOps = version < 2 ? [] :
      array(72, ENTRY_BYTES, (at) => this.text(this.word(at)));
    if (customOps.length !== 0)
      throw new Error(`needs functions for ${customOps.join(', ')}, which this ` +
                      'runtime cannot bind');
    this.derivations = version < VERSION_DERIVATIONS ? [] :
      array(88, 16, (at) => ({ entry: this.entryAt(this.word(at)),
                               inputs: this.word(at + 8) }));
  }

  // What an executable is lent.

  /** The ingot_call, whose functions go into the table. */
  makeCall() {
    const functions = asTableFunctions([
      (user, size, alignment) =>
        this.heap.allocate(Number(size), Number(alignment)),
      // Addresses above 2 GiB come as negative numbers.
      (user, address) => this.heap.release(address >>> 0),
      (user, task, environment, count) => {
        this.table.get(task >>> 0)(environment, 0n, count);
      },
      (user, message) => { throw new Error(this.text(message >>> 0)); },
    ], [['iII', 'i'], ['ii', ''], ['iiiI', ''], ['ii', '']]);
    const first = this.table.grow(functions.length);
    functions.forEach((one, i) => this.table.set(first + i, one));
    this.callAddress = this.heap.allocate(64, ALIGNMENT);
    this.setWords(this.callAddress,
                  [0, first, first + 1, first + 2, first + 3, 0, 0, 0]);
  }

  /** Words of 64 bits. */
  setWords(address, words) {
    const view = this.view();
    words.forEach((word, i) =>
      view.setBigInt64(address + 8 * i, BigInt(word), true));
  }

  /** An array of words of 64 bits in memory of its own. */
  newWords(words) {
    const address = this.heap.allocate(8 * words.length, ALIGNMENT);
    this.setWords(address, words);
    return address;
  }

  bindConstants(given) {
    const tensors = given instanceof Map ? given : readSafetensors(given);
    const missing = this.constants.filter(({ name, type, size }) => {
      const tensor = tensors.get(name);
      const inFile = type.element === 15 ? [...type.shape, 2] : type.shape;
      const isType = tensor?.element === type.element
        ? `${tensor.shape}` === `${type.shape}`
        : tensor?.dtype === (DTYPES[type.element] ?? 'U8') &&
          `${tensor.shape}` === `${inFile}`;
      return !isType || bytesOf(tensor.bytes)?.length !== size;
    });
    if (missing.length !== 0)
      throw new Error('constants are missing or of another type: ' + missing.map(
        ({ name, type }) => `${name} (${typeName(type)})`).join(', '));
    const addresses = this.constants.map(({ name, size }) => {
      const address = this.heap.allocate(size, ALIGNMENT);
      new Uint8Array(this.memory.buffer).set(
        bytesOf(tensors.get(name).bytes), address);
      return address;
    });
    for (const { entry, inputs } of this.derivations) {
      const takes = entry.arguments.map((type, i) =>
        ({ shape: type.shape, address: addresses[this.long(inputs + 8 * i)] }));
      const held = [];
      addresses.push(...this.invoke(entry, takes, held, false).map(
        (result) => result.address));
      held.forEach((address) => this.heap.release(address));
    }
    this.constantAddresses = addresses;
    this.setWords(this.callAddress + 40, [this.newWords(addresses)]);
  }

  makeStates() {
    for (const state of this.states) {
      state.address = this.heap.allocate(state.size, ALIGNMENT);
      state.initial = this.constantAddresses[state.constant];
    }
    this.setWords(this.callAddress + 48,
                  [this.newWords(this.states.map(({ address }) => address))]);
    this.reset();
  }

  // Calling.

  copyIn(input, type, what, held) {
    const [, Kind, parts = 1] = ELEMENTS[type.element];
    const data = ArrayBuffer.isView(input) ? input : input.data;
    const shape = ArrayBuffer.isView(input) ? type.shape : input.shape;
    const fits = data instanceof Kind && shape?.length === type.shape.length &&
      shape.every((size) => Number.isSafeInteger(size) && size >= 0) &&
      type.shape.every((size, i) => size < 0 || size === shape[i]) &&
      data.length === parts * elementsOf(shape);
    if (!fits)
      throw new Error(`${what} is ${data?.constructor.name} of ` +
        `[${shape}] with ${data?.length} elements; it has to be ` +
        `${Kind.name} for ${typeName(type)}`);
    const address = this.heap.allocate(data.byteLength, ALIGNMENT);
    held.push(address);
    new Uint8Array(this.memory.buffer).set(
      new Uint8Array(data.buffer, data.byteOffset, data.byteLength), address);
    return { shape, address };
  }

  copyOut(type, shape, address) {
    const [, Kind, parts = 1] = ELEMENTS[type.element];
    const bytes = parts * elementsOf(shape) * Kind.BYTES_PER_ELEMENT;
    const data = new Kind(this.memory.buffer.slice(address, address + bytes));
    return { element: type.element, shape, data };
  }

  /** Writes an ingot_tensor; sizes and strides stand behind each other. */
  writeTensor(at, address, shape, held) {
    const strides = [...shape];
    for (let i = shape.length - 1, stride = 1; i >= 0; --i) {
      strides[i] = stride;
      stride *= shape[i];
    }
    const sizes = this.newWords([...shape, ...strides]);
    held.push(sizes);
    this.setWords(at, [address, sizes, sizes + 8 * shape.length]);
    return sizes;
  }

  /** Runs an entry on tensors in memory. Results are put into `held` if they
   *  are to be released with the rest. */
  invoke(entry, takes, held, isHeld = true) {
    const { results } = entry;
    const tensors = this.heap.allocate(
      TENSOR_BYTES * (takes.length + results.length), ALIGNMENT);
    held.push(tensors);
    takes.forEach(({ shape, address }, i) =>
      this.writeTensor(tensors + TENSOR_BYTES * i, address, shape, held));
    const made = tensors + TENSOR_BYTES * takes.length;
    const sizes = results.map((type, i) =>
      this.writeTensor(made + TENSOR_BYTES * i, 0, type.shape, held));
    const stack = this.exports.__stack_pointer.value;
    this.heap.follow();
    try {
      this.table.get(entry.run)(this.callAddress, tensors, made);
      this.heap.taken = null;
    } catch (error) {
      this.exports.__stack_pointer.value = stack;
      this.heap.releaseTaken();
      throw error;
    }
    return results.map((type, i) => {
      const address = this.word(made + TENSOR_BYTES * i);
      if (isHeld) held.push(address);
      const shape = type.shape.map((_, axis) => this.long(sizes[i] + 8 * axis));
      return { shape, address };
    });
  }
}
