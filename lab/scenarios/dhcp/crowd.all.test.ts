import assert from 'node:assert/strict'
import { openStories } from '../../home/story.ts'

const CROWD = 500
const AT_ONCE = 25

const story = await openStories(
  { laptop: { Policies: ['wan', 'dns'] }, hall: { wired: true, unknown: true } },
  { tinyNets: ['10.64.0.0/19'] },
)

const macOf = (index: number): string =>
  `02:c0:00:00:${(index >> 8).toString(16).padStart(2, '0')}:${(index & 255).toString(16).padStart(2, '0')}`

/** Calls `act` for every index below `count`, a fixed number at a time. */
async function eachOf(count: number, act: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < count) await act(next++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

story('five hundred devices are added, and all of them get an address', async (home) => {
  const { hall, laptop, router } = home
  await laptop.join()
  await hall.connect()
  await eachOf(CROWD, async (index) => {
    await router.api(`/device?identity=${macOf(index)}`, {
      Name: `guest ${index}`,
      Policies: ['dns'],
      Groups: ['crowd'],
    })
  })
  // In bridge mode, each broadcast would be copied for all other links, which overflows the kernel's queue of received packets.
  const links = Array.from({ length: CROWD }, (_, index) => index)
  await hall.namespace.ip(
    ...links.map((index) => `link add c${index} link eth0 address ${macOf(index)} type macvlan mode private`),
    ...links.map((index) => `link set c${index} up`),
  )
  const addresses = new Set<string>()
  await eachOf(CROWD, async (index) => {
    const ask = ['busybox', 'udhcpc', '-n', '-q', '-f', '-t', '5', '-T', '2', '-i', `c${index}`, '-s', '/bin/true']
    const { code, stderr } = await hall.try(...ask)
    const [, address] = /(?:lease of|select for) ([\d.]+)/.exec(stderr) ?? []
    addresses.add(code === 0 && address ? address : `none for ${index}: ended with ${code ?? 'a signal'}: ${stderr}`)
  })
  assert.equal(addresses.size, CROWD)
  assert.deepEqual(
    [...addresses].filter((address) => !address.startsWith('10.64.')),
    [],
  )
})

story('with five hundred devices, a new device joins, and a change is in effect when it returns', async (home) => {
  const phone = await home.addDevice('phone', { Policies: ['wan', 'dns'], Groups: ['crowd'], listens: [8080] })
  await phone.join()
  assert.ok(await phone.reaches('10.64.0.1', 80))
  assert.ok(!(await home.laptop.reaches(phone, 8080)))
  await home.configure(home.laptop, { Groups: ['crowd'] })
  assert.ok(await home.laptop.reaches(phone, 8080))
  await home.configure(home.laptop, { Groups: [] })
  assert.ok(!(await home.laptop.reaches(phone, 8080)))
  assert.equal(Object.keys((await home.router.api('/devices')) as object).length >= CROWD + 2, true)
})
