import { CLASS_IN, FLAG, TYPE } from './constants.ts'
import { writeName } from './name.ts'

/** For tests: messages as people send them to break resolvers, each with what is wrong with it. */
export type Corpus = Readonly<Record<string, Buffer>>

interface Counts {
  readonly question?: number
  readonly answer?: number
  readonly authority?: number
  readonly additional?: number
}

const header = (flags: number, { question = 1, answer = 0, authority = 0, additional = 0 }: Counts = {}): Buffer => {
  const bytes = Buffer.alloc(12)
  for (const [i, value] of [0x1234, flags, question, answer, authority, additional].entries())
    bytes.writeUInt16BE(value, i * 2)
  return bytes
}
const RD = FLAG.RD << 8
const RESPONSE = (FLAG.QR << 8) | FLAG.RA

const asking = (name: Uint8Array, type: number = TYPE.A, qclass: number = CLASS_IN): Buffer =>
  Buffer.from([...name, type >> 8, type & 255, qclass >> 8, qclass & 255])
const pointer = (to: number): Buffer => Buffer.from([0xc0 | (to >> 8), to & 255])
const labels = (...sizes: number[]): Buffer =>
  Buffer.concat([...sizes.map((size) => Buffer.from([size, ...Buffer.alloc(size, 'a')])), Buffer.alloc(1)])
const record = (owner: Uint8Array, type: number, data: Uint8Array, { ttl = 60, size = data.length } = {}): Buffer => {
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(type, 0)
  fixed.writeUInt16BE(CLASS_IN, 2)
  fixed.writeUInt32BE(ttl, 4)
  fixed.writeUInt16BE(size, 8)
  return Buffer.concat([owner, fixed, data])
}
const opt = (
  data: Uint8Array,
  { owner = Buffer.alloc(1) as Uint8Array, version = 0, size = data.length } = {},
): Buffer => record(owner, TYPE.OPT, data, { ttl: version << 16, size })

const NAME = writeName('www.example.org')
const QUESTION = asking(NAME)
/** Where the first record of an answer to that begins. */
const FIRST = 12 + QUESTION.length
const question = (flags: number, counts: Counts, ...parts: Uint8Array[]): Buffer =>
  Buffer.concat([header(flags, counts), ...parts])

/** Questions to the router. */
export const hostileQuestions: Corpus = {
  'nothing at all': Buffer.alloc(0),
  'half a header': header(RD).subarray(0, 7),
  'a header alone': header(RD),
  'a header that promises 65,535 of everything': header(RD, {
    question: 0xffff,
    answer: 0xffff,
    authority: 0xffff,
    additional: 0xffff,
  }),
  'no question': header(RD, { question: 0 }),
  'two questions': question(RD, { question: 2 }, QUESTION, QUESTION),
  'an answer': question(RESPONSE, {}, QUESTION),
  'an answer in the question': question(RD, { answer: 1 }, QUESTION, record(pointer(12), TYPE.A, Buffer.alloc(4))),
  'a pointer to itself': question(RD, {}, asking(pointer(12))),
  'two pointers to each other': question(RD, {}, pointer(14), asking(pointer(12))),
  'a pointer into the header': question(RD, {}, asking(pointer(0))),
  'a pointer beyond the end': question(RD, {}, asking(pointer(0x3fff))),
  'a label of 64': question(RD, {}, asking(labels(64))),
  'a label of an abolished kind': question(RD, {}, asking(Buffer.from([0x41, 0x20, 0]))),
  'a label that does not end': question(RD, {}, Buffer.from([63, 0x61, 0x61])),
  'a name that does not end': question(RD, {}, labels(63, 63).subarray(0, -1)),
  'a name of 256': question(RD, {}, asking(labels(63, 63, 63, 62))),
  'a name of a thousand labels': question(RD, {}, asking(labels(...Array.from({ length: 1000 }, () => 1)))),
  'a type and no class': question(RD, {}, QUESTION.subarray(0, -2)),
  'class CHAOS': question(RD, {}, asking(writeName('version.bind'), 16, 3)),
  'class ANY': question(RD, {}, asking(NAME, TYPE.A, 255)),
  'a whole zone': question(RD, {}, asking(NAME, TYPE.AXFR)),
  'a question for OPT': question(RD, {}, asking(NAME, TYPE.OPT)),
  'an update': question(0x2800, {}, QUESTION),
  'an operation that does not exist': question(0x7800, {}, QUESTION),
  'two OPT records': question(RD, { additional: 2 }, QUESTION, opt(Buffer.alloc(0)), opt(Buffer.alloc(0))),
  'an OPT record with a name': question(RD, { additional: 1 }, QUESTION, opt(Buffer.alloc(0), { owner: NAME })),
  'an OPT record longer than the message': question(RD, { additional: 1 }, QUESTION, opt(Buffer.alloc(4), { size: 9 })),
  'an OPT record of a later version': question(RD, { additional: 1 }, QUESTION, opt(Buffer.alloc(0), { version: 9 })),
  'an owner that loops': question(RD, { additional: 1 }, QUESTION, opt(Buffer.alloc(0), { owner: pointer(FIRST) })),
  'fewer records than promised': question(RD, { additional: 9 }, QUESTION, opt(Buffer.alloc(0))),
}

/** What is strange but allowed: it is answered. */
export const strangeQuestions: Corpus = {
  'the root': question(RD, {}, asking(Buffer.alloc(1), TYPE.NS)),
  'a name of 255': question(RD, {}, asking(labels(63, 63, 63, 61))),
  'dots, zeros and high bytes in a label': question(
    RD,
    {},
    asking(Buffer.from([4, 0x2e, 0, 0xff, 0x5c, 3, 1, 2, 3, 0])),
  ),
  'type 0': question(RD, {}, asking(NAME, 0)),
  'type 65,280': question(RD, {}, asking(NAME, 0xff00)),
  'all flags but those that change its kind': question(0x07f0, {}, QUESTION),
  'a kilobyte after the end': question(RD, {}, QUESTION, Buffer.alloc(1000, 0xc0)),
  'an option longer than its OPT record': question(
    RD,
    { additional: 1 },
    QUESTION,
    opt(Buffer.from([0, 10, 0xff, 0xff, 1, 2])),
  ),
  'an OPT record that takes nothing': question(RD, { additional: 1 }, QUESTION, opt(Buffer.alloc(0))),
}

const answer = (counts: Counts, ...records: Uint8Array[]): Buffer =>
  Buffer.concat([header(RESPONSE, counts), QUESTION, ...records])
const address = (owner: Uint8Array): Buffer => record(owner, TYPE.A, Buffer.from([93, 184, 216, 34]))

/** Answers to `A www.example.org`, ID 0x1234, none of which may reach a device. */
export const hostileAnswers: Corpus = {
  'an owner that points to itself': answer({ answer: 1 }, address(pointer(FIRST))),
  'an owner that points forward': answer({ answer: 1 }, address(pointer(FIRST + 4))),
  'an owner that points into the header': answer({ answer: 1 }, address(pointer(2))),
  // What the second points to is text in the first, and leads back to the second.
  'an owner that loops by way of another record': answer(
    { answer: 2 },
    record(pointer(12), 16, pointer(FIRST + 14)),
    address(pointer(FIRST + 12)),
  ),
  'an alias that points to itself': answer({ answer: 1 }, record(pointer(12), TYPE.CNAME, pointer(FIRST + 12))),
  'an alias longer than its record': answer({ answer: 1 }, record(pointer(12), TYPE.CNAME, NAME, { size: 4 })),
  'an alias and something behind it': answer(
    { answer: 1 },
    record(pointer(12), TYPE.CNAME, Buffer.concat([NAME, NAME])),
  ),
  'a mail server without a name': answer({ answer: 1 }, record(pointer(12), TYPE.MX, Buffer.from([0, 10]))),
  'a zone without numbers': answer({ authority: 1 }, record(pointer(12), TYPE.SOA, Buffer.concat([NAME, NAME]))),
  'a name that grows beyond 255 by pointers': answer(
    { answer: 2 },
    record(Buffer.concat([labels(63, 63, 63, 40).subarray(0, -1), pointer(12)]), 16, Buffer.alloc(1)),
    address(Buffer.concat([labels(63).subarray(0, -1), pointer(FIRST)])),
  ),
  'an address of three bytes': answer({ answer: 1 }, record(pointer(12), TYPE.A, Buffer.alloc(3))),
  'an address of 65,535 bytes': answer({ answer: 1 }, record(pointer(12), TYPE.A, Buffer.alloc(4), { size: 0xffff })),
  'an IPv6 address of four bytes': answer({ answer: 1 }, record(pointer(12), TYPE.AAAA, Buffer.alloc(4))),
  'fewer records than promised': answer({ answer: 2 }, address(pointer(12))),
  '65,535 of everything': answer({ answer: 0xffff, authority: 0xffff, additional: 0xffff }, address(pointer(12))),
  'an OPT record among the answers': answer({ answer: 1 }, opt(Buffer.alloc(0))),
  'half a record': answer({ answer: 1 }, address(pointer(12)).subarray(0, 9)),
}
