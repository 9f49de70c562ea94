import { mapTexts } from '../../web/texts/home/map.ts'
import { texts } from '../../web/texts.ts'
import type { Home } from '../home/home.ts'
import type { Walk } from './stage.ts'

const GROUPS = ['family', 'office', 'cameras', 'lights']
const macOf = (index: number): string => `02:00:00:00:01:${index.toString(16).padStart(2, '0')}`

/** Adds offline devices up to this number. Every tenth is in two groups. */
async function fill({ router }: Home, from: number, to: number): Promise<void> {
  for (let index = from; index < to; index++)
    await router.api(`/device?identity=${macOf(index)}`, {
      MAC: macOf(index),
      Name: `${['Lamp', 'Camera', 'Laptop', 'Phone', 'Sensor'][index % 5]} ${index}`,
      Groups: index % 10 === 0 ? ['family', 'office'] : [GROUPS[index % 4]],
      Policies: index % 3 === 0 ? ['dns'] : ['wan', 'dns'],
    })
}

/** The map: by group and by connection, with a selected and a moved device. */
export const walkMap: Walk = async (page, home, origin, shoot) => {
  const beside = page.getByRole('complementary', { name: mapTexts.beside })
  const choose = (name: string) =>
    beside
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .first()
      .click()
  const visit = async (search: string) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`${origin}/admin/map${search}`)
    await beside.waitFor()
    await page.locator('.react-flow__node').first().waitFor()
  }
  const phone = home.devices.get('phone')

  await home.router.api('/devices/bulk', {
    Identities: ['laptop', 'phone', 'printer'].map((name) => home.devices.get(name)?.mac),
    Groups: ['print'],
  })
  await home.router.api('/groups', { Name: 'homework', Disabled: true })
  const camera = await home.devices.get('camera')?.address()
  const watch = { RuleName: 'watch the camera', Protocol: 'tcp', IP: camera, Port: '554', Tags: ['cast'] }
  await home.router.api('/firewall/endpoint', watch)
  await visit('')
  await shoot(page, 'map')
  await visit('?by=link')
  await shoot(page, 'map-connections')
  await visit('')
  await choose('phone')
  await beside.getByRole('heading', { name: 'phone', exact: true }).waitFor()
  await beside
    .getByText(mapTexts.reason({ by: 'group', name: 'family' }))
    .first()
    .waitFor()
  await shoot(page, 'map-chosen')
  await visit(`?device=${home.devices.get('tv')?.mac}`)
  await beside.getByText(mapTexts.reason({ by: 'endpoint', name: 'watch the camera' })).waitFor()
  await shoot(page, 'map-chosen-rule')
  await visit(`?device=${home.devices.get('camera')?.mac}`)
  const groups = beside.getByRole('combobox', { name: mapTexts.groups })
  await groups.fill('family')
  await groups.press('Enter')
  await page.getByText(mapTexts.moved('camera', ['family'])).waitFor()
  await shoot(page, 'map-moved')
  await page.getByRole('button', { name: texts.shell.undo }).click()
  await phone?.leave()
  await visit(`?device=${phone?.mac}`)
  await shoot(page, 'map-away')
  await phone?.join()
  for (const [from, to] of [
    [0, 32],
    [32, 192],
  ] as const) {
    await fill(home, from, to)
    await visit('')
    await shoot(page, `map-${to + 8}-devices`)
    await visit(`?device=${phone?.mac}`)
    await beside.getByRole('heading', { name: 'phone', exact: true }).waitFor()
    await shoot(page, `map-${to + 8}-devices-chosen`)
  }
  for (let index = 0; index < 192; index++)
    await home.router.api(`/device?identity=${macOf(index)}`, undefined, 'DELETE')
  await home.router.api('/firewall/endpoint', watch, 'DELETE')
  for (const Name of ['print', 'homework', 'office', 'cameras', 'lights'])
    await home.router.api('/groups', { Name }, 'DELETE')
}
