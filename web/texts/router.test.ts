import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { POLICY_TITLES, titled } from '../../router/model/home/devices/title.ts'
import { settings, tables } from '../../router/model/tables.ts'
import type { Messages } from '../client/messages.ts'
import { readRouterTexts, wordsOf } from '../messages.fixture.ts'
import { LANGUAGES } from '../parts/values/language.ts'

const router = readRouterTexts()
const placesIn = (text: string): string[] => (text.match(/\{\d+\}/g) ?? []).sort()

for (const [language, name] of Object.entries(LANGUAGES).filter(([language]) => language !== 'en')) {
  const { messages, translate } = (await import(join(import.meta.dirname, language, 'router/all.ts'))) as {
    readonly messages: Messages
    readonly translate: (message: string) => string
  }

  test(`${name}: every message of the router is translated, and no translation is left over`, () => {
    const missing = [...router.messages].filter(([message]) => messages[message] === undefined)
    assert.deepEqual(
      missing.map(([message, files]) => `${message}  (${files})`),
      [],
    )
    assert.deepEqual(
      Object.keys(messages).filter(
        (message) => !router.messages.has(message) && !wordsOf(message).every((word) => router.words.has(word)),
      ),
      [],
    )
  })

  test(`${name}: a translation has all placeholders of its message`, () => {
    for (const [message, translation] of Object.entries(messages))
      assert.deepEqual(placesIn(translation), placesIn(message), message)
  })

  test(`${name}: titles of policies are translated in reasons`, () => {
    for (const policy of Object.keys(POLICY_TITLES) as (keyof typeof POLICY_TITLES)[])
      assert.ok(!translate(titled(policy)).includes(POLICY_TITLES[policy]), policy)
  })

  test(`${name}: the nouns of the audit log are translated, and no translation is left over`, async () => {
    const { auditNouns } = (await import(join(import.meta.dirname, language, 'router/nouns.ts'))) as {
      readonly auditNouns: Readonly<Record<string, string>>
    }
    const formats = [...Object.values(tables), ...Object.values(settings)].map(({ audit }) => audit)
    const nouns = formats.flatMap((format) => (format === 'internal' ? [] : [format.noun]))
    assert.deepEqual(Object.keys(auditNouns).sort(), [...new Set(nouns)].sort())
  })

  test(`${name}: each message is found by its own pattern`, () => {
    for (const [message, translation] of Object.entries(messages)) {
      const fill = (text: string) => text.replace(/\{(\d+)\}/g, (_, index: string) => `v${index}`)
      assert.equal(translate(fill(message)), fill(translation), message)
    }
  })
}
