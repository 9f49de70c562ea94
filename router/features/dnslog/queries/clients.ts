import { z } from 'zod'
import type { SegmentFiles } from '../../../machine/segmentfiles.ts'

const FILE = 'clients.json'
const Saved = z.object({ next: z.int().positive(), clients: z.array(z.tuple([z.int().positive(), z.ipv4()])) })

/**
 * The numbers of clients in the log. Queries are stored with the number of their client, which is never used again: when an address changes,
 * they go with it, and when a number is deleted, they are no longer found.
 */
export class ClientNumbers {
  readonly #files: SegmentFiles
  #next = 1
  #byIp = new Map<string, number>()
  #byNumber = new Map<number, string>()
  #isChanged = false

  constructor(files: SegmentFiles, onFailure: (what: string, error: unknown) => void) {
    this.#files = files
    try {
      const text = files.readText(FILE)
      if (text === undefined) return
      const { next, clients } = Saved.parse(JSON.parse(text))
      this.#next = next
      for (const [number, ip] of clients) this.#set(number, ip)
    } catch (error) {
      onFailure('the clients of the DNS log cannot be read, and its queries are deleted', error)
    }
  }

  #set(number: number, ip: string): void {
    this.#byIp.set(ip, number)
    this.#byNumber.set(number, ip)
  }

  /** The number of a client, a new one if it has none. */
  of(ip: string): number {
    let number = this.#byIp.get(ip)
    if (number === undefined) {
      number = this.#next++
      this.#set(number, ip)
      this.#isChanged = true
    }
    return number
  }

  /** Undefined if the queries with this number are deleted. */
  ipOf(number: number): string | undefined {
    return this.#byNumber.get(number)
  }

  /** False if it has no number. */
  delete(ip: string): boolean {
    const number = this.#byIp.get(ip)
    if (number === undefined) return false
    this.#byIp.delete(ip)
    this.#byNumber.delete(number)
    this.#isChanged = true
    return true
  }

  deleteAll(): void {
    this.#byIp.clear()
    this.#byNumber.clear()
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
    if (!this.#isChanged) return
    this.#files.writeText(FILE, JSON.stringify({ next: this.#next, clients: [...this.#byNumber] }))
    this.#isChanged = false
  }
}
