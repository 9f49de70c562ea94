import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCodes } from './codes.ts'

const exchange = async (code: string): Promise<string> => {
  if (code !== '123456') throw new Error('Code: is wrong')
  return `proof of ${code}`
}

test('whoever needs a code waits until a right one is given, and all go on with one proof', async () => {
  const codes = openCodes(exchange)
  const seen: boolean[] = []
  codes.subscribe(() => seen.push(codes.isWanted()))
  const first = codes.obtain()
  const second = codes.obtain()
  await assert.rejects(codes.give('654321'), /is wrong/)
  assert.deepEqual([codes.isWanted(), codes.proof()], [true, undefined])
  await codes.give('123456')
  assert.deepEqual(await Promise.all([first, second]), [true, true])
  assert.equal(codes.proof(), 'proof of 123456')
  assert.deepEqual(seen, [true, false])
})

test('who would rather not is not asked on, and what was proved before counts no more once it is asked for again', async () => {
  const codes = openCodes(exchange)
  const asked = codes.obtain()
  codes.refuse()
  assert.equal(await asked, false)
  void codes.obtain()
  await codes.give('123456')
  void codes.obtain()
  assert.equal(codes.proof(), undefined)
  codes.forget()
  assert.equal(codes.isWanted(), false)
})

test('a proof that was given elsewhere takes the place of the one before', async () => {
  const codes = openCodes(exchange)
  await codes.give('123456')
  codes.keep('another proof')
  assert.equal(codes.proof(), 'another proof')
})
