import assert from 'node:assert/strict'
import { openSiteStories } from './stage.ts'

/** The API reference. */
const stage = openSiteStories()

/** One test, since the page has 44,000 elements. */
stage.walk(
  'the API reference links to each operation, expands the fields of its types, shows its responses, and can be downloaded',
  '/api/0',
  async (page) => {
    const nav = page.getByRole('navigation', { name: 'API' })
    const link = nav.getByRole('link', { name: 'GET /devices', exact: true })
    assert.equal(await link.isVisible(), false)
    await nav.locator('summary').getByText('device', { exact: true }).click()
    await link.click()
    await page.waitForURL('**/api/0#getDevices')

    const operation = page.locator('section.operation', { has: page.locator('#getDevices') })
    assert.equal(await operation.getByText('DeviceDisabled').count(), 1, 'in the sample alone')
    await operation.getByText('Fields of DeviceEntry').click()
    await operation.locator('dt').getByText('DeviceDisabled').waitFor()
    await operation.getByText('Fields of PSKEntry').click()
    await operation.locator('dt').getByText('Psk', { exact: true }).waitFor()

    const [operations, samples] = await page.evaluate<number[]>(
      '[".operation .target", ".operation summary[data-name=Response]"].map((one) => document.querySelectorAll(one).length)',
    )
    assert.ok(operations! > 150)
    assert.equal(samples, operations)
    await operation.locator('summary[data-name=Response]').click()
    assert.match(await operation.locator('details[open] pre').last().innerText(), /"PSKEntry": \{/)

    const text = (await page.locator('main').textContent()) ?? ''
    assert.match(text, /at least 1 item\b/)
    assert.doesNotMatch(text, /\b1 (characters|items)\b|__schema/)

    const href = await page.locator('a', { hasText: 'Download openapi.json' }).getAttribute('href')
    const response = await page.request.get(stage.site.origin + href)
    assert.equal((await response.json()).openapi, '3.1.0')
  },
)
