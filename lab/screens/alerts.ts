import { alertTexts } from '../../web/texts/messages/alerts.ts'
import { eventTexts } from '../../web/texts/messages/events.ts'
import type { Walk } from './stage.ts'

/** Alerts, events and rules, and an alert made from an event. */
export const walkAlerts: Walk = async (page, home, origin, shoot) => {
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })
  const visit = (part: string) => page.goto(`${origin}/admin/alerts${part}`)

  await visit('')
  await heading(alertTexts.empty).waitFor()
  await shoot(page, 'alerts-empty')
  await visit('/rules')
  await page.getByRole('switch').first().waitFor()
  for (const id of ['unknown-device', 'device-offline']) await home.router.api(`/alerts/ready/${id}`, { Enabled: true })
  await home.router.api('/alerts', {
    TopicPrefix: 'dns:block:event',
    Name: 'Tracker asked for',
    Conditions: [{ JPath: '$[?(@.Name=="tracker.ads.test.")]' }],
    Actions: [{ SendNotification: true, StoreAlert: true, MessageTitle: 'Tracker asked for', GrabEvent: true }],
  })
  await page.reload()
  await page.getByText('Tracker asked for', { exact: true }).waitFor()
  await shoot(page, 'alerts-rules')
  const stranger = await home.addDevice('stranger', { wired: true, unknown: true })
  await stranger.join()
  await home.router.api('/plugins/dns/block/override', { Type: 'block', Domain: 'tracker.ads.test' })
  for (const name of ['laptop', 'tv', 'phone']) await home.devices.get(name)?.resolves('tracker.ads.test')
  await visit('')
  await page.getByRole('article').nth(1).waitFor()
  await shoot(page, 'alerts')
  await page.getByRole('button', { name: eventTexts.acts.letIn }).first().click()
  await heading(eventTexts.letIn.title).waitFor()
  await shoot(page, 'alerts-let-in')
  await page.keyboard.press('Escape')
  await visit('/events')
  const sentence = page.getByText(eventTexts.said.blocked('laptop', 'tracker.ads.test')).first()
  await sentence.waitFor()
  await shoot(page, 'events')
  await visit('/rule')
  await sentence.waitFor()
  await shoot(page, 'alert-pick-event')
  await sentence.click()
  await page.getByText(/^It would have been sent/).waitFor()
  await shoot(page, 'alert-new')
}
