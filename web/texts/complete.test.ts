import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { LANGUAGES } from '../parts/values/language.ts'

const TEXTS = import.meta.dirname
const FOLDERS = Object.keys(LANGUAGES).map((language) => `${language}/`)
/** Files with texts, below the folder of a language; `router` has messages of the router (`messages.test.ts`). */
const filesIn = (folder: string): string[] =>
  globSync('**/*.ts', { cwd: folder }).filter((name) => !/\.test\.ts$/.test(name) && !name.startsWith('router/'))
const ENGLISH = ['texts.ts', ...filesIn(TEXTS).filter((name) => !FOLDERS.some((folder) => name.startsWith(folder)))]
const englishOf = (name: string): string => join(TEXTS, name === 'texts.ts' ? '../texts.ts' : name)

/** Texts that are the same in a translation: names, units, and words that both languages have. */
const SAME = new Set([
  'App',
  ...[
    'ARP Android Apps Band Bing Browser Bucket DHCP DNS Details Domain Domains Download Download… DuckDuckGo Enterprise Filter',
    'Firewall Gateway Google HTTPS ICMP Information Internet Laptop Laptops Linux Live MQTT MTU Mac Mesh NATS',
    'Name Offline Offline. Online Orange PLUS PPPoE Ping Port Prometheus Region Router SFTP STARTTLS',
    'Sallyport Server Signal Status Syslog System TCP TLS Tablet Tablets Text Token Tunnel UDP URL Upload',
    'Upload… VLAN VPN Version Video WPA2 WPA3 WebDAV Webhook Windows api dns.quad9.net eMMC nas ntfy offline',
    'online',
  ].flatMap((words) => words.split(' ')),
  'Internet (PPPoE)',
  'Limit in GB',
  'Online (VPN)',
  'iPhone, iPad',
])

/** Examples of what goes into a field, and commands. */
const EXAMPLE = /\bexample\b|^https:|^(npm|sallyport) /

type Text = { readonly path: string; readonly value: unknown }

/** The texts of a module, by their path such as `dnsTexts.list.title`. Functions are one text each. */
function textsOf(value: unknown, path: string): Text[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }]
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, `${path}.${key}`))
}

const isWord = (value: unknown): value is string => typeof value === 'string' && /\p{L}{2}/u.test(value)

for (const [language, name] of Object.entries(LANGUAGES).filter(([language]) => language !== 'en')) {
  const translationOf = (file: string) => join(TEXTS, language, file)

  for (const file of ENGLISH)
    test(`${name}: ${file} is translated`, async () => {
      const english = textsOf(await import(englishOf(file)), '')
      const translated = textsOf(await import(translationOf(file)), '')
      assert.deepEqual(translated.map(({ path }) => path).sort(), english.map(({ path }) => path).sort())
      const byPath = new Map(translated.map(({ path, value }) => [path, value]))
      const same = english.filter(
        ({ path, value }) => isWord(value) && byPath.get(path) === value && !SAME.has(value) && !EXAMPLE.test(value),
      )
      assert.deepEqual(
        same.map(({ path, value }) => `${path}: ${value}`),
        [],
      )
      for (const { path, value } of english) assert.equal(typeof byPath.get(path), typeof value, path)
    })

  test(`${name}: no translation is left over`, () => {
    assert.deepEqual(
      filesIn(join(TEXTS, language)).filter((file) => !ENGLISH.includes(file)),
      [],
    )
  })
}
