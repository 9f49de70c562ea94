/** A file of an archive; a directory where there is no content. */
export interface Entry {
  readonly path: string
  readonly mode: number
  readonly content?: Uint8Array
}

const DIRECTORY = 0o040000
const FILE = 0o100000

/** An archive as the kernel takes its first files from: `Documentation/driver-api/early-userspace/buffer-format.rst`. */
export function cpio(entries: readonly Entry[]): Buffer {
  const parts = entries.map((entry, index) => record(entry, index + 1))
  return Buffer.concat([...parts, record({ path: 'TRAILER!!!', mode: 0 }, 0, 0)])
}

function record({ path, mode, content }: Entry, number: number, kind = content ? FILE : DIRECTORY): Buffer {
  const name = Buffer.from(`${path}\0`)
  const data = content ?? new Uint8Array()
  const fields = [number, kind | mode, 0, 0, 1, 0, data.length, 0, 0, 0, 0, name.length, 0]
  const header = `070701${fields.map((field) => field.toString(16).padStart(8, '0')).join('')}`
  return Buffer.concat([padded(Buffer.concat([Buffer.from(header), name])), padded(Buffer.from(data))])
}

/** Everything begins at a multiple of four bytes. */
const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)])
