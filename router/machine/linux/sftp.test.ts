import assert from 'node:assert/strict'
import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { test } from 'node:test'
import ssh2 from 'ssh2'
import type { SftpPlace } from '../storing.ts'
import { createSshKey, readOverSftp, storeOverSftp } from './sftp.ts'

/** The part of ssh2 that only this test uses. */
const { Server } = ssh2 as unknown as typeof ssh2 & {
  Server: new (
    options: { hostKeys: string[] },
    onClient: (client: EventEmitter) => void,
  ) => {
    injectSocket(socket: Socket): void
  }
}
// Not by ssh2: some of the keys that it makes cannot be parsed.
const { privateKey: hostKey } = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  privateKeyEncoding: { type: 'sec1', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

/** Of the public key in the format of RFC 5656 §3.1, whose point is at the end of the DER. */
function fingerprintOf(pem: string): string {
  const point = createPublicKey(pem).export({ type: 'spki', format: 'der' }).subarray(-65)
  const fields = ['ecdsa-sha2-nistp256', 'nistp256', point].map((field) => {
    const bytes = Buffer.from(field)
    return Buffer.concat([numbers(bytes.length), bytes])
  })
  return `SHA256:${createHash('sha256').update(Buffer.concat(fields)).digest('base64').replace(/=+$/, '')}`
}

// Types of packets: draft-ietf-secsh-filexfer-02 §3.
const [VERSION, OPEN, READ, WRITE, REMOVE, RENAME] = [2, 3, 5, 6, 13, 18]
const [OPENDIR, READDIR, STATUS, HANDLE, DATA, NAME] = [11, 12, 101, 102, 103, 104]
const packet = (type: number, body: Buffer): Buffer => {
  const head = Buffer.alloc(5)
  head.writeUInt32BE(body.length + 1)
  head[4] = type
  return Buffer.concat([head, body])
}
const numbers = (...all: number[]): Buffer => Buffer.from(all.flatMap((n) => [n >>> 24, n >>> 16, n >>> 8, n]))

const FINGERPRINT = fingerprintOf(hostKey)

interface Asked {
  readonly type: number
  readonly id: number
  /** Of a request to read, in the file. */
  readonly offset: number
  readonly channel: Duplex
  readonly connection: Socket
}

interface Authentication {
  readonly method: string
  accept(): void
  reject(methods: string[]): void
  prompt(prompts: { prompt: string; echo: boolean }[], answer: (answers: string[]) => void): void
}

interface More {
  readonly remove?: readonly string[]
  readonly hostKey?: string
  readonly authenticate?: (context: Authentication) => void
}

const success = (id: number): Buffer => packet(STATUS, numbers(id, 0, 0, 0))

/** Runs an attempt on a server that by default accepts every login, and responds to each request as given. */
async function attemptOn<Result>(
  respond: (request: Asked) => void,
  more: More,
  attempt: (place: SftpPlace) => Promise<Result>,
): Promise<Result> {
  const { hostKey: accepted = FINGERPRINT, authenticate = (context) => context.accept() } = more
  const connections: Socket[] = []
  const server = new Server({ hostKeys: [hostKey] }, (client) => {
    client.on('error', () => {})
    client.on('authentication', authenticate)
    client.on('session', (accept: () => EventEmitter) =>
      accept().on('subsystem', (acceptChannel: () => Duplex) => {
        const channel = acceptChannel()
        channel.once('data', () => {
          channel.write(packet(VERSION, numbers(3)))
          channel.on('data', (bytes: Buffer) =>
            respond({
              ...{ type: bytes[4]!, id: bytes.readUInt32BE(5), channel, connection: connections[0]! },
              // After the handle of four bytes.
              offset: bytes[4] === READ ? bytes.readUInt32BE(21) : 0,
            }),
          )
        })
      }),
    )
  })
  const listener = createServer({ noDelay: true }, (socket) => {
    connections.push(socket)
    server.injectSocket(socket)
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  try {
    return await attempt({
      ...{ ip: '127.0.0.1', port: (listener.address() as AddressInfo).port, user: 'backup', password: 'sesame' },
      ...{ privateKey: '', hostKey: accepted, folder: '', timeoutMs: 10_000 },
    })
  } finally {
    for (const connection of connections) connection.destroy()
    listener.close()
  }
}

const storeOn = (respond: (request: Asked) => void, more: More = {}) =>
  attemptOn(respond, more, (place) =>
    storeOverSftp({ ...place, put: { name: 'a', text: 'text' }, remove: more.remove ?? [] }),
  )

const readOn = (respond: (request: Asked) => void, name?: string, mostBytes = 100_000) =>
  attemptOn(respond, {}, (place) => readOverSftp({ ...place, name, mostBytes }))

const string = (text: string): Buffer => Buffer.concat([numbers(text.length), Buffer.from(text)])
const isOpening = (type: number): boolean => type === OPEN || type === OPENDIR

test('a server whose host key is not accepted receives no login', async () => {
  const methods: string[] = []
  const authenticate = (context: Authentication) => {
    methods.push(context.method)
    context.accept()
  }
  for (const hostKey of ['', `SHA256:${'k'.repeat(43)}`])
    assert.deepEqual(await storeOn(() => {}, { hostKey, authenticate }), { kind: 'hostKey', hostKey: FINGERPRINT })
  assert.deepEqual(methods, [])
})

test('the password answers a single prompt without echo, once', async () => {
  const answers: string[][] = []
  const authenticate = (context: Authentication) => {
    if (context.method !== 'keyboard-interactive') return context.reject(['keyboard-interactive'])
    const echo = answers.length === 0
    context.prompt([{ prompt: 'Password: ', echo }], (given) => {
      answers.push(given)
      if (answers.length < 3)
        context.prompt([{ prompt: 'Password: ', echo: false }], (more) => {
          answers.push(more)
          context.prompt([{ prompt: 'Code: ', echo: false }], (last) => {
            answers.push(last)
            context.accept()
          })
        })
    })
  }
  const respond = ({ type, id, channel }: Asked) =>
    channel.write(type === OPEN ? packet(HANDLE, numbers(id, 4, 7)) : success(id))
  assert.equal((await storeOn(respond, { authenticate })).kind, 'stored')
  assert.deepEqual(answers, [[], ['sesame'], []])
})

test('a file that the server fails to write is reported as such: its disk may be full', async () => {
  const result = await storeOn(({ type, id, channel }) => {
    const failure = Buffer.concat([numbers(id, 4), string('Failure'), string('')])
    if (type === WRITE) channel.write(packet(STATUS, failure))
    else channel.write(type === OPEN ? packet(HANDLE, numbers(id, 4, 7)) : success(id))
  })
  assert.deepEqual(result, { kind: 'write', reason: 'Failure' })
})

test('a file that an earlier attempt has stored is replaced', async () => {
  let isThere = true
  const result = await storeOn(({ type, id, channel }) => {
    if (type === REMOVE) isThere = false
    // SSH_FX_FAILURE
    if (type === RENAME && isThere) channel.write(packet(STATUS, numbers(id, 4, 0, 0)))
    else channel.write(type === OPEN ? packet(HANDLE, numbers(id, 4, 7)) : success(id))
  })
  assert.equal(result.kind, 'stored')
})

for (const [what, bytes] of [
  ['a packet of 4 GiB', () => numbers(0xffffffff, 0)],
  ['a response without its fields', (id: number) => packet(STATUS, numbers(id))],
  ['an empty handle that is longer than the packet', (id: number) => packet(HANDLE, numbers(id, 0xffffffff))],
  ['a packet of no known type', (id: number) => packet(250, numbers(id))],
  ['a second version', () => packet(VERSION, numbers(3))],
] as const)
  test(`${what} fails the attempt and nothing else`, async () => {
    const { kind } = await storeOn(({ channel, id }) => channel.write(bytes(id)))
    assert.equal(kind, 'passing')
  })

test('a channel or connection that is closed fails the attempt without waiting', async () => {
  assert.equal((await storeOn(({ channel }) => channel.end())).kind, 'passing')
  assert.equal((await storeOn(({ connection }) => connection.destroy())).kind, 'passing')
})

test('a file is stored, also if the connection ends before older ones are deleted', async () => {
  const removals: number[] = []
  const result = await storeOn(
    ({ type, id, channel, connection }) => {
      if (type === REMOVE) removals.push(id)
      // The first precedes the rename, and two are for the first of the older ones: one that is incomplete, and itself.
      if (removals.length > 3) connection.destroy()
      else channel.write(type === OPEN ? packet(HANDLE, numbers(id, 4, 7)) : success(id))
    },
    { remove: ['old', 'older', 'oldest'] },
  )
  assert.equal(result.kind, 'stored')
  assert.deepEqual('removed' in result && result.removed, ['old'])
})

test('the names in a folder are read to the end, or to the limit', async () => {
  let pages = 0
  const respond = ({ type, id, channel }: Asked) => {
    if (isOpening(type)) return channel.write(packet(HANDLE, numbers(id, 4, 7)))
    // SSH_FX_EOF
    if (type !== READDIR || ++pages === 3)
      return channel.write(packet(STATUS, numbers(id, type === READDIR ? 1 : 0, 0, 0)))
    const entry = Buffer.concat([string(`page ${pages}`), string(''), numbers(0)])
    return channel.write(packet(NAME, Buffer.concat([numbers(id, 1), entry])))
  }
  assert.deepEqual(await readOn(respond), { kind: 'names', names: ['page 1', 'page 2'] })
  pages = 3
  const limited = await readOn(respond, undefined, 100)
  assert.deepEqual('names' in limited && [limited.names.length, limited.names[0]], [14, 'page 4'])
})

test('a file is read whole; a longer one, or one that does not exist, is not', async () => {
  const text = 'archive '.repeat(8192)
  const respond = ({ type, id, channel, offset }: Asked) => {
    if (isOpening(type)) return channel.write(packet(HANDLE, numbers(id, 4, 7)))
    const part = text.slice(offset, offset + (20 << 10))
    if (type !== READ || part === '') return channel.write(packet(STATUS, numbers(id, type === READ ? 1 : 0, 0, 0)))
    return channel.write(packet(DATA, Buffer.concat([numbers(id), string(part)])))
  }
  assert.deepEqual(await readOn(respond, 'a'), { kind: 'file', text })
  assert.deepEqual(await readOn(respond, 'a', 1000), { kind: 'passing', reason: 'the file is too large' })
  const missing = ({ id, channel }: Asked) => channel.write(packet(STATUS, numbers(id, 2, 0, 0)))
  assert.equal((await readOn(missing, 'a')).kind, 'folder')
  assert.equal((await readOn(missing)).kind, 'folder')
})

test('a server that sends single bytes does not fill the memory', async () => {
  const text = 'archive '.repeat(5)
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  const respond = ({ type, id, channel, offset }: Asked) => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
    if (isOpening(type)) return channel.write(packet(HANDLE, numbers(id, 4, 7)))
    const part = text.slice(offset, offset + 1)
    if (type !== READ || part === '') return channel.write(packet(STATUS, numbers(id, type === READ ? 1 : 0, 0, 0)))
    return channel.write(packet(DATA, Buffer.concat([numbers(id), string(part)])))
  }
  assert.deepEqual(await readOn(respond, 'a'), { kind: 'file', text })
  assert.ok(most < 1 << 20, `${most} bytes`)
})

test('every new key can be read: of the keys of ssh2, one in 256 cannot', async () => {
  for (let count = 0; count < 1000; count++) {
    const { privateKey, publicKey } = await createSshKey()
    const parsed = ssh2.utils.parseKey(privateKey)
    assert.ok(!(parsed instanceof Error), `${publicKey}: ${parsed}`)
  }
})
