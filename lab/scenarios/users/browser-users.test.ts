import assert from 'node:assert/strict'
import { pfw } from '../../../router/model/firewall/rules/contract.ts'
import { usersTexts } from '../../../web/texts/access/users.ts'
import { scheduleTexts } from '../../../web/texts/home/schedules.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'
import { LOOKS, put } from '../../browser/looks.ts'
import { ECHO_PORT, HOSTS } from '../../guests/addresses.ts'
import { callAs, enter, PASSWORD, REFUSED } from './browser-users.fixture.ts'

/** Users with roles, on a phone. */
const { story, ...app } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns'] },
  tablet: { Policies: ['wan', 'dns'], Groups: ['children'] },
  laptop: { Policies: ['wan', 'dns'], Groups: ['family'] },
})
const { page, visit, signIn, field, choice, button, heading, row, words, saved } = app

story('an owner adds a parent and a viewer', async () => {
  await put(page, LOOKS[0])
  await visit('/')
  await signIn()
  await visit('/admin/system/users')
  await row('admin').waitFor()
  for (const [name, role] of [
    ['robin', 'parent'],
    ['alex', 'viewer'],
  ] as const) {
    await button(usersTexts.add).click()
    await field(usersTexts.name).fill(name)
    await choice(usersTexts.role).selectOption(role)
    if (role === 'parent') await page.getByRole('checkbox', { name: 'children' }).check()
    await page.getByLabel(usersTexts.password, { exact: true }).fill(PASSWORD)
    await saved(() => button(usersTexts.save).click())
    await row(name).waitFor()
  }
})

story('a parent pauses a device of the group, and its traffic stops', async ({ tablet, laptop }) => {
  const reaches = (device: typeof tablet | typeof laptop) => device.reaches(HOSTS[0]!, ECHO_PORT)
  await enter(app, 'robin')
  await heading('tablet').waitFor()
  assert.equal(await heading('laptop').count(), 0)
  assert.deepEqual(await page.getByRole('navigation', { name: texts.shell.menu }).getByRole('link').allInnerTexts(), [
    texts.shell.start,
    texts.shell.account,
  ])
  assert.ok((await reaches(tablet)) && (await reaches(laptop)))
  await saved(() => button(scheduleTexts.pause.nameOf('tablet', scheduleTexts.pause.hour)).click())
  await button(scheduleTexts.pause.resumeOf('tablet')).waitFor()
  assert.ok(!(await reaches(tablet)))
  assert.ok(await reaches(laptop))
  await saved(() => button(scheduleTexts.pause.resumeOf('tablet')).click())
  await button(scheduleTexts.pause.nameOf('tablet', scheduleTexts.pause.hour)).waitFor()
  assert.ok(await reaches(tablet))
})

story(
  'a viewer reads, and changes nothing',
  async ({ laptop }) => {
    await enter(app, 'alex')
    await words(usersTexts.readOnly).waitFor()
    await visit('/admin/devices')
    await page.getByText('laptop').first().waitFor()
    assert.equal(await callAs(page, 'alex', 'PUT', pfw.pause.path, { Devices: [laptop.mac], Minutes: 30 }), 403)
    assert.equal(await callAs(page, 'alex', 'GET', '/backup'), 403)
    assert.equal(await callAs(page, 'alex', 'GET', '/devices'), 200)
    assert.ok(await laptop.reaches(HOSTS[0]!, ECHO_PORT))
  },
  REFUSED,
)

story(
  'a user who is removed is signed out',
  async ({ router }) => {
    await router.api('/users/alex', undefined, 'DELETE')
    await visit('/admin/devices')
    await button(texts.login.submit).waitFor()
    assert.equal(await callAs(page, 'alex', 'GET', '/devices'), 401)
  },
  REFUSED,
)
