/** What a server did to its files, and when it told a visitor of a success, in the order of the trace. */
export type Step =
  | { readonly kind: 'write'; readonly path: string; readonly bytes: Buffer; readonly offset: number }
  | { readonly kind: 'sync'; readonly path: string }
  | { readonly kind: 'name'; readonly from: string; readonly to: string }
  | { readonly kind: 'told' }

const CALLS = 'pwrite64,write,writev,fsync,fdatasync,rename,renameat,renameat2'
/** The calls that are traced; `-y` names the file of a descriptor, `-xx` writes every byte as `\x..`. */
export const TRACED = ['-y', '-xx', '-s', '1000000', '-e', `trace=${CALLS}`]

const TOLD = escaped('HTTP/1.1 201')
const ON_FILE = /^(\d+) +(pwrite64|write|fsync|fdatasync)\(\d+<([^>]*)>(?:, "([^"]*)", \d+(?:, (\d+))?)?/
const RESUMED = /^(\d+) +<\.\.\. (?:fsync|fdatasync) resumed>/
const NAMED = /^\d+ +rename(?:at2?)?\((?:AT_FDCWD<[^>]*>, )?"([^"]*)", (?:AT_FDCWD<[^>]*>, )?"([^"]*)"/

/** Reads the output of strace. A sync that was interrupted by another thread counts from its end. */
export function* stepsOf(trace: string): Generator<Step> {
  const syncing = new Map<string, string>()
  for (const line of trace.split('\n')) {
    const resumed = RESUMED.exec(line)
    if (resumed) yield { kind: 'sync', path: syncing.get(resumed[1] ?? '') ?? '' }
    const named = NAMED.exec(line)
    if (named) yield { kind: 'name', from: textOf(named[1]), to: textOf(named[2]) }
    if (line.includes(TOLD)) yield { kind: 'told' }
    const [, thread = '', call, file = '', hex, offset] = ON_FILE.exec(line) ?? []
    const path = file.startsWith('\\x') ? textOf(file) : file
    // Neither a socket nor a pipe.
    if (call === undefined || !path.startsWith('/')) continue
    if (hex !== undefined) yield { kind: 'write', path, bytes: bytesOf(hex), offset: Number(offset ?? 0) }
    else if (line.includes('<unfinished')) syncing.set(thread, path)
    else yield { kind: 'sync', path }
  }
}

function escaped(text: string): string {
  return [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')
}

const bytesOf = (hex = '') => Buffer.from(hex.replaceAll('\\x', ''), 'hex')
const textOf = (hex = '') => bytesOf(hex).toString()
