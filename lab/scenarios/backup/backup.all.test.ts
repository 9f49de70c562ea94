import assert from 'node:assert/strict'
import { rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { WEB } from '../../guests/addresses.ts'
import { openStories } from '../../home/story.ts'
import { until } from '../../process/until.ts'

const data = '/run/backed-up-twice'
const story = await openStories({ laptop: { Policies: ['wan'] }, camera: {} }, { data })

const PASSPHRASE = 'four words that rhyme'
let name = ''

story('on a full disk no partial archive is left', async ({ laptop, camera, router }) => {
  await Promise.all([laptop.join(), camera.join()])
  name = String(await router.api('/backup', { Passphrase: PASSPHRASE }))
  const archives = join(data, 'backups')
  await router.namespace.run(['mount', '-t', 'tmpfs', '-o', 'size=4k', 'tmpfs', archives])
  await router.namespace.run(['fallocate', '-l', '4096', join(archives, 'full')])
  const { status, body } = await router.ask({ method: 'PUT', path: '/backup' })
  assert.deepEqual([status, body], [503, 'The archive could not be saved: is the disk full?\n'])
  assert.equal((await router.namespace.run(['ls', '-A', archives])).trim(), 'full')
  await router.namespace.run(['umount', archives])
  assert.ok(((await router.api('/backup')) as unknown[]).length > 0)
})

story(
  'damaged state without a good copy is restored from an archive at the console',
  async ({ laptop, camera, router }) => {
    await router.kill()
    for (const file of ['state.db', 'state.db-wal']) truncateSync(join(data, file), 100)
    rmSync(join(data, 'state.db.good'))
    await router.start()
    const restore = (Passphrase: string) =>
      router.ask({ method: 'PUT', path: `/backup/${name}/restore`, body: { Passphrase }, login: undefined })
    const outside = ['curl', '-s', '-m', '2', '-o', '/dev/null', '-w', '%{http_code}', 'http://192.168.2.1/backup']
    assert.equal((await laptop.try(...outside)).stdout, '401')
    assert.equal((await restore('not these words')).status, 400)
    assert.equal((await restore(PASSPHRASE)).status, 200)
    const isBack = () =>
      router.ask({ path: '/status' }).then(
        ({ status }) => status === 200,
        () => false,
      )
    await until('the router', isBack, 60_000)
    assert.ok((await laptop.reaches(WEB, 80)) && !(await camera.reaches(WEB, 80)))
  },
)
