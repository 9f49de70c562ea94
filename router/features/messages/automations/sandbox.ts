import { syscallFilter } from './syscalls.ts'

/** What the sandbox is started with. */
export interface SandboxCommand {
  readonly argv: readonly string[]
  /** The seccomp filter, to be read from descriptor 3. */
  readonly descriptor3: Uint8Array
}

/** The Node program and the architecture of this machine. */
export interface Runtime {
  readonly node: string
  readonly arch: 'x64' | 'arm64'
}

/** Bytes of private memory of a script: half for its objects, the rest for buffers and Node itself. */
const MEMORY = 128 << 20
const HEAP_MIB = 48
/** Removing types needs WebAssembly, for which V8 reserves address space that counts as memory and is not used. */
const MEMORY_OF_STRIPPING = 1024 << 20
/** Seconds of CPU time of a process, in case that the limit of an event fails. */
const CPU_SECONDS = 60

const LIBRARIES = ['c', 'm', 'dl', 'pthread', 'stdc++', 'gcc_s', 'atomic']
const VERSION: Readonly<Record<string, number>> = { 'stdc++': 6, gcc_s: 1, atomic: 1, m: 6, c: 6, dl: 2, pthread: 0 }
const PLATFORM = {
  x64: { directory: 'x86_64-linux-gnu', linker: '/lib64/ld-linux-x86-64.so.2' },
  arm64: { directory: 'aarch64-linux-gnu', linker: '/lib/ld-linux-aarch64.so.1' },
}

/** Layer 1: Node itself refuses files, sockets, processes, threads, add-ons and WASI. */
const RESTRICTED = ['--permission', '--no-addons', '--disable-warning=ExperimentalWarning', '--input-type=module']
const HEAP = [`--max-old-space-size=${HEAP_MIB}`, '--max-semi-space-size=4']

/**
 * The command line that runs `program` in a sandbox (bwrap(1)), which does not depend on Node's permissions: those of Node 26.10 still
 * let `node:sqlite` create and read files. No network, no files but those of Node, an empty environment, no capabilities, no new
 * processes, limited memory and CPU time, and a low priority. It ends when the router does.
 */
function sandboxed(
  { node, arch }: Runtime,
  memory: number,
  options: readonly string[],
  program: string,
): SandboxCommand {
  const { directory, linker } = PLATFORM[arch]
  const libraries = LIBRARIES.map((name) => `/lib/${directory}/lib${name}.so.${VERSION[name]}`)
  return {
    descriptor3: syscallFilter(arch),
    argv: [
      ...['nice', '-n', '10', 'choom', '-n', '1000', '--'],
      ...['prlimit', `--data=${memory}`, `--cpu=${CPU_SECONDS}`, '--nofile=64', '--fsize=0', '--core=0', '--'],
      ...['bwrap', '--unshare-all', '--die-with-parent', '--new-session', '--clearenv', '--cap-drop', 'ALL'],
      ...['--uid', '65534', '--gid', '65534', '--hostname', 'sandbox', '--seccomp', '3'],
      ...libraries.flatMap((path) => ['--ro-bind-try', path, path]),
      ...['--ro-bind', linker, linker, '--ro-bind', node, '/node', '--remount-ro', '/', '--chdir', '/', '--'],
      ...['/node', ...RESTRICTED, ...options, '--eval', program],
    ],
  }
}

/** Without executable memory, which exploits of V8 rely on, and with a limit of memory that holds. */
export const scriptSandbox = (runtime: Runtime, program: string): SandboxCommand =>
  sandboxed(runtime, MEMORY, [...HEAP, '--jitless', '--experimental-vm-modules'], program)

/** Runs no code of a script. */
export const strippingSandbox = (runtime: Runtime, program: string): SandboxCommand =>
  sandboxed(runtime, MEMORY_OF_STRIPPING, HEAP, program)
