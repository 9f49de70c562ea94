import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { settings, tables } from '../../router/model/tables.ts'
import { policyTexts } from '../../router/phrases/en/policies.ts'
import { englishPhrases } from '../../router/phrases/english.ts'
import { germanPhrases } from '../../router/phrases/german.ts'
import { type Code, phrase } from '../../router/phrases/phrase.ts'
import { policyTitles } from '../../router/phrases/policytitles.ts'
import type { openMessageTranslator } from '../client/messages.ts'
import { LANGUAGES } from '../parts/values/language.ts'

const SENTENCES: Readonly<Record<string, Readonly<Record<Code, string>>>> = { de: germanPhrases }
const CODES = Object.keys(englishPhrases) as Code[]
const placesIn = (text: string): string[] => (text.match(/\{\d+\}/g) ?? []).sort()

for (const [language, name] of Object.entries(LANGUAGES).filter(([language]) => language !== 'en')) {
  const sentences = SENTENCES[language]!
  const { translate } = (await import(join(import.meta.dirname, language, 'router/all.ts'))) as {
    readonly translate: ReturnType<typeof openMessageTranslator>
  }

  test(`${name}: a translation has all placeholders of its sentence`, () => {
    for (const code of CODES) assert.deepEqual(placesIn(sentences[code]), placesIn(englishPhrases[code]), code)
  })

  test(`${name}: policies have the order of the English ones, since they are the list of policies in its build`, async () => {
    const translated = await import(join(import.meta.dirname, language, 'router/policies.ts'))
    assert.deepEqual(Object.keys(translated.policyTexts), Object.keys(policyTexts))
  })

  test(`${name}: titles of policies are translated in reasons`, () => {
    for (const [code, title] of Object.entries(policyTitles(policyTexts))) {
      const reason = phrase('firewall.policyAllows', phrase(code as 'policy.wan'))
      assert.ok(!translate(String(reason), reason.toJSON()).includes(title), code)
    }
  })

  test(`${name}: the nouns of the audit log are translated, and no translation is left over`, async () => {
    const { auditNouns } = (await import(join(import.meta.dirname, language, 'router/nouns.ts'))) as {
      readonly auditNouns: Readonly<Record<string, string>>
    }
    const formats = [...Object.values(tables), ...Object.values(settings)].map(({ audit }) => audit)
    const nouns = formats.flatMap((format) => (format === 'internal' ? [] : [format.noun]))
    assert.deepEqual(Object.keys(auditNouns).sort(), [...new Set(nouns)].sort())
  })
}
