// node wasm_program.mjs RUNTIME PROGRAM.wasm CASE.json: calls an executable on
// files of raw bytes. CASE has `entry`, `constants` (a safetensors file, or
// none), `calls` (how often; state stays), and `inputs` of {file, shape}, cut
// into as many parts as there are calls. Prints the results' {element, shape}
// and leaves the bytes of all calls in OUT.0, OUT.1, ..., OUT being `out`.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [runtime, program, caseFile] = process.argv.slice(2);
const { arrayFor, Executable } = await import(pathToFileURL(path.resolve(runtime)));
const wanted = JSON.parse(fs.readFileSync(caseFile, 'utf8'));

const bufferOf = (file) => {
  const bytes = fs.readFileSync(file);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
};

try {
  const executable = await Executable.load(fs.readFileSync(program),
    wanted.constants ? { constants: bufferOf(wanted.constants) } : {});
  const entry = executable.entries.find((one) => one.name === wanted.entry) ??
                executable.entries[0];
  const parts = wanted.inputs.map(({ file, shape }, i) => {
    const all = new (arrayFor(entry.arguments[i].element))(bufferOf(file));
    const size = all.length / wanted.calls;
    return Array.from({ length: wanted.calls }, (_, call) =>
      ({ shape, data: all.slice(call * size, (call + 1) * size) }));
  });
  const files = entry.results.map((_, i) => fs.openSync(`${wanted.out}.${i}`, 'w'));
  let results = [], milliseconds = Infinity;
  for (let call = 0; call < wanted.calls; ++call) {
    const began = performance.now();
    results = executable.call(entry.name, parts.map((one) => one[call]));
    milliseconds = Math.min(milliseconds, performance.now() - began);
    results.forEach(({ data }, i) => fs.writeSync(files[i],
      new Uint8Array(data.buffer, data.byteOffset, data.byteLength)));
  }
  console.log(JSON.stringify({
    milliseconds, results: results.map(({ element, shape }) => ({ element, shape })) }));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
