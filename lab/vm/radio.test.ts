import assert from 'node:assert/strict'
import { openStories } from '../home/story.ts'

const story = await openStories(
  {
    phone: { Policies: ['wan', 'dns'], PSKEntry: { Type: 'sae', Psk: '' } },
    tv: { Policies: ['dns'], PSKEntry: { Type: 'wpa', Psk: '' }, listens: [8009] },
  },
  { simulatedRadios: true },
)

story('devices join with their own passphrases, WPA3 and WPA2, each on a link of its own', async ({ phone, tv }) => {
  await phone.join()
  await tv.join()
  assert.match(phone.routerLink ?? '', /^wlan0\.\d+$/)
  assert.match(tv.routerLink ?? '', /^wlan0\.w2\.\d+$/)
  assert.ok(await phone.fetch('http://www.test/'))
  assert.equal(await tv.fetch('http://www.test/'), undefined)
  assert.ok(!(await phone.reaches(tv, 8009)))
})
