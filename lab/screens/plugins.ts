import { pluginTexts } from '../../web/texts/plugins/plugins.ts'
import type { Walk } from './stage.ts'

/** Plugins and PLUS, without containers: the review needs a plugin that was downloaded (lab/scenarios/plugins/browser-plugins.test.ts). */
export const walkPlugins: Walk = async (page, { router }, origin, shoot) => {
  const said = (words: string) => page.getByText(words, { exact: true }).first()
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  await page.goto(`${origin}/admin/plugins`)
  await said(pluginTexts.empty).waitFor()
  await button(pluginTexts.plus.create).waitFor()
  await shoot(page, 'plugins-empty')
  await router.api('/plugins_api/weather', {
    Name: 'weather',
    URI: 'weather',
    Enabled: true,
    HasUI: true,
    NetworkCapabilities: { Policies: ['wan', 'dns'], Groups: ['garden'] },
  })
  await page.reload()
  const settings = page.getByRole('link', { name: pluginTexts.list.settingsLabel('weather'), exact: true })
  await settings.waitFor()
  await button(pluginTexts.plus.create).click()
  await page.getByRole('switch', { name: new RegExp(`^${pluginTexts.plus.extensions.PFW.title}`) }).check()
  await shoot(page, 'plugins-list')
  await settings.click()
  await button(pluginTexts.one.remove).waitFor()
  await shoot(page, 'plugin-settings')
}
