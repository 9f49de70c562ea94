import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid, Unavailable } from '../errors.ts'
import { verbatim } from '../phrases/phrase.ts'
import { tagsOfImage } from './tags.ts'

/** A registry that answers these paths; others with 404. */
function registry(answers: Readonly<Record<string, unknown>>, login?: { username: string; password: string }) {
  const calls: string[] = []
  const deps = {
    async get({ url, headers }: { url: string; headers: Readonly<Record<string, string>> }) {
      const { pathname, searchParams } = new URL(url)
      calls.push([pathname, searchParams.get('scope'), headers.Authorization].filter(Boolean).join(' '))
      const answer = answers[pathname]
      return answer === undefined ? { status: 404, text: '' } : { status: 200, text: JSON.stringify(answer) }
    },
    login: () => login,
  }
  return { deps, calls }
}
const PATH = '/v2/owner/super_base/tags/list'

test('tags are listed with a token for reading, which the sign-in of the owner gives', async () => {
  const { deps, calls } = registry(
    { '/token': { token: 't' }, [PATH]: { tags: ['1.0', 'latest'] } },
    {
      username: 'owner',
      password: 'secret',
    },
  )
  assert.deepEqual(await tagsOfImage(deps, 'ghcr.io/owner/super_base:latest'), ['1.0', 'latest'])
  assert.deepEqual(calls, [
    `/token repository:owner/super_base:pull Basic ${Buffer.from('owner:secret').toString('base64')}`,
    `${PATH} Bearer t`,
  ])
})

test('a registry without tokens is asked without one, and an image without tags has none', async () => {
  const { deps, calls } = registry({ [PATH]: { name: 'owner/super_base', tags: null } })
  assert.deepEqual(await tagsOfImage(deps, 'registry.example:5000/owner/super_base'), [])
  assert.deepEqual(calls.at(-1), PATH)
})

test('refusals and other servers are named', async () => {
  await assert.rejects(tagsOfImage(registry({}).deps, 'ghcr.io/owner/none'), /ghcr\.io answered 404/)
  await assert.rejects(
    tagsOfImage(registry({ [PATH]: 'page' }).deps, 'ghcr.io/owner/super_base'),
    /did not answer as an image/,
  )
  for (const image of ['super_base', 'owner/name', 'ghcr.io/', 'ghcr.io/a/../b', 'https://ghcr.io/a'])
    await assert.rejects(tagsOfImage(registry({}).deps, image), Invalid, image)
  const offline = {
    ...registry({}).deps,
    get: () => Promise.reject(new Unavailable(verbatim('ghcr.io cannot be reached'))),
  }
  await assert.rejects(tagsOfImage(offline, 'ghcr.io/owner/super_base'), Unavailable)
})
