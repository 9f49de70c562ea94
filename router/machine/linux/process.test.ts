import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommandFailed } from '../../errors.ts'
import { stream } from './process.ts'

const textOf = async (chunks: AsyncIterable<Uint8Array>): Promise<string> =>
  Buffer.concat(await Array.fromAsync(chunks)).toString()

test('the output of a program is read to its end', async () => {
  assert.equal(await textOf(stream(['seq', '3'])), '1\n2\n3\n')
})

test('the failure of a program is thrown after its output', async () => {
  const failed = (error: unknown) =>
    error instanceof CommandFailed && error.exitCode === 2 && /absent/.test(error.stderr)
  await assert.rejects(textOf(stream(['ls', '/absent'])), failed)
  await assert.rejects(textOf(stream(['no-such-program'])), CommandFailed)
})

test('disposing of a running program stops it without a failure', async () => {
  const output = stream(['yes'])
  let size = 0
  for await (const chunk of output) {
    size += chunk.length
    output[Symbol.dispose]()
  }
  assert.ok(size > 0)
})

test('a program that ignores SIGTERM is killed, and its pipe closed', async () => {
  const output = stream(['sh', '-c', 'trap "" TERM; echo ready; while :; do sleep 0.05; done'])
  const chunks = output[Symbol.asyncIterator]()
  assert.equal(Buffer.from((await chunks.next()).value).toString(), 'ready\n')
  output[Symbol.dispose]()
  assert.equal((await chunks.next()).done, true)
})

test('a program is stopped when its reader stops', async () => {
  for await (const chunk of stream(['yes'])) {
    assert.ok(chunk.length > 0)
    break
  }
})
