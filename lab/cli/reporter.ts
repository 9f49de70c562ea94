import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

/** What a worker sends while it runs test files (`worker.ts`). */
export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'passed' | 'skipped'; readonly title: string }
  /** `hung`: it did not end in time, and may still be running. */
  | { readonly kind: 'failed'; readonly title: string; readonly reason: string; readonly hung: boolean }
  /** The file whose tests have ended. */
  | { readonly kind: 'ended'; readonly file: string }

/** The reporter of node:test in a worker: it sends the result of each test as a message, and prints nothing. */
// biome-ignore lint/correctness/useYield: what a reporter yields is printed.
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const message = type === 'test:pass' ? passed(data) : failed(data)
    if (message) process.send?.(message)
    // Each file is a suite of the root.
    if (data.nesting === 0) process.send?.({ kind: 'ended', file: data.name } satisfies FromWorker)
  }
}

type DataOf<Type extends TestEvent['type']> = Extract<TestEvent, { type: Type }>['data']

function passed({ name, skip, details }: DataOf<'test:pass'>): FromWorker | undefined {
  if (details.type === 'suite') return undefined
  return { kind: skip === undefined || skip === false ? 'passed' : 'skipped', title: name }
}

function failed({ name, details }: DataOf<'test:fail'>): FromWorker | undefined {
  const { failureType, cause } = details.error as Error & { failureType?: string }
  // A suite that failed only because a test in it did, which was reported.
  if (failureType === 'subtestsFailed') return undefined
  const reason = cause instanceof Error ? cause : details.error
  return { kind: 'failed', title: name, reason: inspect(reason), hung: failureType === 'testTimeoutFailure' }
}
