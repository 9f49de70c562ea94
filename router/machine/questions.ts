import { createSocket } from 'node:dgram'
import { type Ip, ipToNumber, numberToIp } from '../values/ip.ts'
import { steadyClock } from './clock.ts'
import { closeSocket, itself } from './datagrams.ts'

/** Bytes of one place: a datagram that is longer is cut off, and no answer may be. */
export const PLACE = 1280

/**
 * Answers a datagram in place: its `length` bytes are at `at` in `places`, and the answer is written over them, into
 * as many as `PLACE` bytes. Gives the answer's length; 0 for no answer, or one that comes later by `send`. The bytes are only
 * good until it returns. `ip` is a number as `ipToNumber` makes it. `now` is `steadyClock`'s time, which datagrams that came
 * together share: reading it for each of them takes as long as answering it.
 */
export type AnswerInPlace = (
  places: Buffer,
  at: number,
  length: number,
  ip: number,
  port: number,
  now: number,
) => number

export interface QuestionsOptions {
  readonly ip: Ip
  readonly port: number
  /** Whether other sockets may use the same address and port; each sender is assigned to one of them. SO_REUSEPORT, socket(7). */
  readonly shared: boolean
  /** The socket cannot be used any more. */
  readonly failed: (error: Error) => void
}

/** A socket that answers questions. Dispose of it to close it. */
export interface Questions extends Disposable {
  /** An answer that took its time. What cannot be sent is the receiver's loss alone. */
  send(bytes: Uint8Array, ip: number, port: number): void
  /** Give what comes to `answer`, from now on. */
  onQuestions(answer: AnswerInPlace): void
}

/** Opens such a socket. Resolves when bound; rejects with the system's error (`EADDRNOTAVAIL` while the address is not there). */
export type OpenQuestions = (options: QuestionsOptions) => Promise<Questions>

export const RECEIVE_BUFFER_BYTES = 1 << 20

/** One datagram at a time, with nothing but what Node has. */
export const openSingly: OpenQuestions = ({ ip, port, shared, failed }) => {
  const place = Buffer.alloc(PLACE)
  const socket = createSocket({ type: 'udp4', lookup: itself, recvBufferSize: RECEIVE_BUFFER_BYTES, reusePort: shared })
  const ignore = (): void => {}
  const send = (bytes: Uint8Array, to: number, toPort: number): void =>
    socket.send(bytes, toPort, numberToIp(to), ignore)
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(port, ip, () => {
      socket.off('error', reject)
      socket.on('error', failed)
      resolve({
        send,
        onQuestions: (answer) =>
          socket.on('message', (bytes, from) => {
            const length = bytes.copy(place)
            const sender = ipToNumber(from.address)
            const answered = answer(place, 0, length, sender, from.port, steadyClock.now())
            // A copy: the place is written again before this one has left.
            if (answered > 0) send(Buffer.from(place.subarray(0, answered)), sender, from.port)
          }),
        [Symbol.dispose]: () => closeSocket(socket),
      })
    })
  })
}
