import { groupTexts } from '../../web/texts/home/groups.ts'
import type { Walk } from './stage.ts'

/** Groups: with members, empty, off; made, renamed, deleted. */
export const walkGroups: Walk = async (page, home, origin, shoot) => {
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  const dismiss = () => page.keyboard.press('Escape')

  await page.goto(`${origin}/admin/groups`)
  await card('family').waitFor()
  await shoot(page, 'groups-first')
  await home.router.api('/groups', { Name: 'homework', Disabled: true })
  await home.router.api('/devices/bulk', {
    Identities: ['laptop', 'phone', 'printer'].map((name) => home.devices.get(name)?.mac),
    Groups: ['print'],
  })
  await page.goto(`${origin}/admin/groups`)
  await field(groupTexts.newName).fill('wan')
  await button(groupTexts.make).click()
  await page.getByRole('alert').first().waitFor()
  await shoot(page, 'groups')
  await field(groupTexts.newName).fill('guests of the house')
  await button(groupTexts.make).click()
  await page.getByText(groupTexts.made('guests of the house')).waitFor()
  await page.getByRole('combobox', { name: groupTexts.addTo('family') }).click()
  await page.getByRole('option').first().waitFor()
  await shoot(page, 'groups-adding')
  await dismiss()
  await card('print').getByRole('button', { name: groupTexts.rename }).click()
  await field(groupTexts.newNameOf).waitFor()
  await shoot(page, 'groups-rename')
  await dismiss()
  await card('print').getByRole('button', { name: groupTexts.remove }).click()
  await page.getByRole('dialog', { name: groupTexts.removeTitle('print') }).waitFor()
  await shoot(page, 'groups-delete')
  await dismiss()
  for (const Name of ['print', 'homework', 'guests of the house']) await home.router.api('/groups', { Name }, 'DELETE')
}
