import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCodeRequests } from './codes.ts'
import { Failure } from './failure.ts'

const exchange = async (code: string): Promise<string> => {
  if (code !== '123456') throw new Error('Code: is wrong')
  return `proof of ${code}`
}

/** A call that the router rejects without a proof. */
const guarded = (proof: string | undefined): Promise<string> =>
  proof ? Promise.resolve(`called with ${proof}`) : Promise.reject(new Failure('codeNeeded', 'a code is needed'))
const nextTask = () => new Promise((resolve) => setImmediate(resolve))

test('calls that need a code wait for a correct one, and are repeated with the same proof', async () => {
  const codes = openCodeRequests(exchange)
  const seen: boolean[] = []
  codes.subscribe(() => seen.push(codes.isWanted()))
  const calls = [1, 2].map(() => codes.prove(() => guarded(codes.proof())))
  await nextTask()
  await assert.rejects(codes.give('654321'), /is wrong/)
  assert.deepEqual([codes.isWanted(), codes.proof()], [true, undefined])
  await codes.give('123456')
  assert.deepEqual(await Promise.all(calls), Array(2).fill('called with proof of 123456'))
  assert.equal(codes.proof(), 'proof of 123456')
  assert.deepEqual(seen, [true, false])
})

test('a cancelled call is rejected, and so is one that fails for another reason', async () => {
  const codes = openCodeRequests(exchange)
  const cancelled = codes.prove(() => guarded(undefined))
  await nextTask()
  codes.refuse()
  await assert.rejects(cancelled, /a code is needed/)
  await assert.rejects(
    codes.prove(() => Promise.reject(new Failure('refused', 'no such group'))),
    /no such group/,
  )
  assert.equal(codes.isWanted(), false)
})

test('a proof that the router has rejected is dropped', async () => {
  const codes = openCodeRequests(exchange)
  await codes.give('123456')
  const rejected = codes.prove(() => guarded(undefined))
  await nextTask()
  assert.deepEqual([codes.proof(), codes.isWanted()], [undefined, true])
  codes.forget()
  await assert.rejects(rejected, /a code is needed/)
  assert.equal(codes.isWanted(), false)
})

test('a proof from elsewhere replaces the previous one', async () => {
  const codes = openCodeRequests(exchange)
  await codes.give('123456')
  codes.keep('another proof')
  assert.equal(codes.proof(), 'another proof')
})
