import { z } from 'zod'
import type { SegmentFiles } from '../../machine/segmentfiles.ts'
import { NewerVersion, readDocument, withVersion } from '../versions.ts'

const FILE = 'clients.json'
const COPY = `${FILE}.damaged`
const Saved = {
  schema: z.object({
    next: z.int().positive(),
    /** The clients of smaller numbers are unknown. */
    first: z.int().positive().optional(),
    clients: z.array(z.tuple([z.int().positive(), z.ipv4()])),
  }),
  migrations: [],
}

/**
 * The numbers of clients in the log. Queries are stored with the number of their client, which is never used again: when an address changes,
 * they go with it, and when a number is deleted, they are no longer found. If the file of the numbers is damaged or missing, the stored queries
 * are not found either, and stay on the disk until they expire or a client is deleted: they may be its own. A file of a later version is left
 * unchanged: queries are neither stored nor found.
 */
export class ClientNumbers {
  readonly #files: SegmentFiles
  /** Undefined until the numbers in the log are known: none may be used again. */
  #next: number | undefined
  /** Clients of smaller numbers are unknown; undefined until these are known. */
  #first: number | undefined = 1
  #byIp = new Map<string, number>()
  #byNumber = new Map<number, string>()
  #isChanged = false
  readonly #isNewer: boolean = false

  constructor(files: SegmentFiles, onFailure: (what: string, error: unknown) => void) {
    this.#files = files
    try {
      const text = files.readText(FILE)
      if (text === undefined) {
        if (files.list().some(({ name }) => name.endsWith('.log'))) throw new Error(`${FILE} is missing`)
        this.#next = 1
        return
      }
      const { next, first, clients } = readDocument(text, Saved, FILE)
      this.#next = next
      this.#first = first ?? 1
      for (const [number, ip] of clients) this.#set(number, ip)
    } catch (error) {
      this.#first = undefined
      if (error instanceof NewerVersion) {
        this.#isNewer = true
        onFailure('the DNS log is not used', error)
        return
      }
      onFailure(`the clients of the DNS log cannot be read, and earlier queries are not found (copy: ${COPY})`, error)
      try {
        if (files.list().some(({ name }) => name === FILE)) files.rename(FILE, COPY)
      } catch (cause) {
        onFailure(`${FILE} of the DNS log cannot be renamed`, cause)
      }
    }
  }

  /** False until `startAbove` is called, if the file is damaged or missing. Stays false if it is of a later version. */
  get areKnown(): boolean {
    return this.#next !== undefined
  }

  /** Call with the numbers in the log. */
  startAbove(numbers: Iterable<number>): void {
    if (this.#next !== undefined || this.#isNewer) return
    let highest = 0
    for (const number of numbers) highest = Math.max(highest, number)
    this.#next = highest + 1
    this.#first ??= this.#next
    this.#isChanged = true
  }

  #set(number: number, ip: string): void {
    this.#byIp.set(ip, number)
    this.#byNumber.set(number, ip)
  }

  /** The number of a client, a new one if it has none. Throws until the numbers are known. */
  of(ip: string): number {
    let number = this.#byIp.get(ip)
    if (number === undefined) {
      if (this.#next === undefined) throw new Error('the numbers in the log are not known yet')
      number = this.#next++
      this.#set(number, ip)
      this.#isChanged = true
    }
    return number
  }

  /** Undefined if the queries with this number are deleted, or its client is unknown. */
  ipOf(number: number): string | undefined {
    return this.#byNumber.get(number)
  }

  isDeleted(number: number): boolean {
    return this.#first !== undefined && number >= this.#first && !this.#byNumber.has(number)
  }

  /** Deletes a client and all unknown ones. False if there is nothing to delete. */
  delete(ip: string): boolean {
    const number = this.#byIp.get(ip)
    if (number === undefined && this.#first === 1) return false
    this.#byIp.delete(ip)
    if (number !== undefined) this.#byNumber.delete(number)
    this.#deleteUnknown()
    return true
  }

  deleteAll(): void {
    this.#byIp.clear()
    this.#byNumber.clear()
    this.#deleteUnknown()
  }

  #deleteUnknown(): void {
    this.#first = 1
    this.#files.remove(COPY)
    this.#isChanged = true
  }

  /** Gives the numbers of addresses to others, all at the same time. */
  move(addresses: ReadonlyMap<string, string>): void {
    const after = [...this.#byNumber].map(([number, ip]) => [number, addresses.get(ip) ?? ip] as const)
    this.#byIp.clear()
    for (const [number, ip] of after) this.#set(number, ip)
    this.#isChanged = true
  }

  /** Writes them to the disk if they have changed. Throws the system's error. */
  save(): void {
    if (!this.#isChanged || this.#next === undefined) return
    const saved = { next: this.#next, ...(this.#first !== 1 && { first: this.#first }), clients: [...this.#byNumber] }
    this.#files.writeText(FILE, JSON.stringify(withVersion(Saved, saved)))
    this.#isChanged = false
  }
}
