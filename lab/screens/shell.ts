import { texts } from '../../web/texts.ts'
import type { Walk } from './stage.ts'

/** An unknown path, and an unreachable router. Comes last. */
export const walkShell: Walk = async (page, home, origin, shoot) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })

  await page.goto(`${origin}/admin/nowhere`)
  await heading(texts.shell.notFound).waitFor()
  await shoot(page, 'not-found')
  await page.goto(`${origin}/admin/devices`)
  await page.getByText(texts.shell.live).waitFor()
  await home.router.kill()
  await page.getByText(texts.shell.lost).waitFor()
  await shoot(page, 'devices-lost')
  await button(texts.shell.signOut).click()
  await heading(texts.failure.screen).or(heading(texts.login.title)).waitFor()
  await shoot(page, 'signed-out-lost')
}
