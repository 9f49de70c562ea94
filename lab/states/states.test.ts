import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { unpackRelease } from '../../install/releases/archive.ts'
import { callSocket } from '../contract/call.ts'
import { ROOT } from '../process/place.ts'
import { type Answers, contains, readAnswers } from './answers.ts'
import { shortFolder, withState } from './home.ts'

const archives = globSync('lab/states/*.tar.zst', { cwd: ROOT })
const versionOf = (archive: string): string => basename(archive, '.tar.zst')

test('the state of the first release is among those that are opened', () => {
  assert.ok(archives.map(versionOf).includes('0.1.0'))
})

for (const archive of archives)
  test(`the saved state of ${versionOf(archive)} opens, and its router answers as before`, async () => {
    using folder = shortFolder()
    const data = join(folder.path, 'state')
    await unpackRelease(join(ROOT, archive), data)
    const before = JSON.parse(readFileSync(join(ROOT, 'lab/states', `${versionOf(archive)}.json`), 'utf8')) as Answers
    await withState({ data }, async (owner, lines) => {
      const answers = await readAnswers(owner)
      for (const [path, answer] of Object.entries(before))
        if (!contains(answers[path], answer)) assert.deepEqual(answers[path], answer, path)
      assert.equal((await callSocket(owner.socket, { path: '/status', login: 'admin:wrong' })).status, 401)
      assert.deepEqual(
        lines.filter((line) => /damaged|moved aside|later version/.test(line)),
        [],
      )
    })
  })
