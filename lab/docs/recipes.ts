import assert from 'node:assert/strict'

/** A change of one file: lines after, or before, the only line that begins with a text; or a new file. */
export type Edit =
  | { readonly file: string; readonly after: string; readonly lines: string }
  | { readonly file: string; readonly before: string; readonly lines: string }
  | { readonly file: string; readonly text: string }

/** A recipe of CONTRIBUTING, carried out for an example. */
export interface Recipe {
  /** The first cell of its row in CONTRIBUTING. */
  readonly row: string
  /** How many source files it may change or add. Translations, tests and documentation are counted apart. */
  readonly mostSources: number
  /** What the row calls each file. */
  readonly listed: Readonly<Record<string, string>>
  readonly edits: readonly Edit[]
}

const isTranslation = (file: string): boolean => /^(web\/texts|router\/phrases)\/de\//.test(file)
const isTest = (file: string): boolean => file.endsWith('.test.ts') || /^(lab|router\/compiler\/golden)\//.test(file)

/** The source files that a recipe changes or adds. */
export const sourcesOf = ({ edits }: Recipe): string[] => [
  ...new Set(edits.map(({ file }) => file).filter((file) => !isTranslation(file) && !isTest(file))),
]

/** The tests that a recipe changes or adds. */
export const testsOf = ({ edits }: Recipe): string[] => [...new Set(edits.map(({ file }) => file).filter(isTest))]

/** The text of the file after this edit. Throws if the edit does not fit. `text`: the file as it is; undefined for none. */
export function carryOut(edit: Edit, text: string | undefined): string {
  const { file } = edit
  if ('text' in edit) {
    assert.equal(text, undefined, `${file} exists already`)
    return edit.text
  }
  assert.ok(text !== undefined, `${file} does not exist`)
  const marker = 'after' in edit ? edit.after : edit.before
  const lines = text.split('\n')
  const found = lines.flatMap((line, index) => (line.startsWith(marker) ? [index] : []))
  assert.equal(found.length, 1, `${file} has ${found.length} lines that begin with "${marker}"`)
  lines.splice(found[0]! + ('after' in edit ? 1 : 0), 0, edit.lines.replace(/^\n/, ''))
  return lines.join('\n')
}

const policy: Recipe = {
  row: 'a policy',
  mostSources: 2,
  listed: {
    'router/phrases/en/policies.ts': '`router/phrases/en/policies.ts`',
    'router/phrases/de/policies.ts': '`router/phrases/de`',
    'router/compiler/firewall/policies.ts': '`router/compiler/firewall/policies.ts`',
    'router/compiler/golden/printers.json': '`router/compiler/golden`',
  },
  edits: [
    {
      file: 'router/phrases/en/policies.ts',
      after: 'export const policyTexts = {',
      lines: `
  print: {
    chip: 'Printers',
    title: 'Use every printer',
    hint: 'Can open connections to the ports of printers.',
  },`,
    },
    {
      file: 'router/phrases/de/policies.ts',
      after: 'export const policyGerman: ',
      lines: `
  print: {
    chip: 'Drucker',
    title: 'Alle Drucker nutzen',
    hint: 'Kann Verbindungen zu den Ports von Druckern öffnen.',
  },`,
    },
    {
      file: 'router/compiler/firewall/policies.ts',
      after: 'export const POLICY_ROWS: readonly PolicyRow[] = [',
      lines: `
  {
    policy: 'print',
    set: 'print_access',
    needs: ['print'],
    grants: 'accept',
    chain: 'forward_lan',
    rule: () => rule(is('TCP port', 631, 9100), verdictOf('print_access', ...SENDER)),
  },`,
    },
    {
      file: 'router/compiler/golden/printers.json',
      text: `{
  "says": "a device that may use every printer, and one that may not",
  "interfaces": [
    { "Name": "wan0", "Type": "Uplink", "Subtype": "ethernet", "Enabled": true },
    { "Name": "lan0", "Type": "Downlink", "Subtype": "ethernet", "Enabled": true }
  ],
  "devices": [
    { "MAC": "02:00:00:00:00:01", "Name": "laptop", "RecentIP": "192.168.2.2", "Policies": ["print"], "at": "lan0" },
    { "MAC": "02:00:00:00:00:03", "Name": "tv", "RecentIP": "192.168.2.6", "at": "lan0" }
  ],
  "network": {
    "lanIp": "192.168.2.1",
    "nets": ["192.168.2.0/24"],
    "uplinks": ["wan0 dhcp no address yet"],
    "wired": ["lan0"],
    "groups": [],
    "members": {
      "02:00:00:00:00:01": {
        "place": "192.168.2.2 behind 192.168.2.1 on lan0",
        "doors": [
          "ethernet_filter: 192.168.2.2 . lan0 . 02:00:00:00:00:01",
          "itself: 192.168.2.2 . 192.168.2.2",
          "print_access: 192.168.2.2 . lan0"
        ],
        "dns": [],
        "names": ["laptop"]
      },
      "02:00:00:00:00:03": {
        "place": "192.168.2.6 behind 192.168.2.5 on lan0",
        "doors": [
          "ethernet_filter: 192.168.2.6 . lan0 . 02:00:00:00:00:03",
          "itself: 192.168.2.6 . 192.168.2.6"
        ],
        "dns": [],
        "names": ["tv"]
      }
    }
  }
}
`,
    },
  ],
}

const stage: Recipe = {
  row: 'a resolver stage',
  mostSources: 3,
  listed: {
    'router/servers/dns/stages/wpad.ts': '`router/servers/dns/stages`',
    'router/servers/dns/stages/wpad.test.ts': 'with its test',
    'router/servers/dns/chain.ts': '`router/servers/dns/chain.ts`',
    'router/model/dns/querylog/verdict.ts': '`router/model/dns/querylog/verdict.ts`',
    'web/texts/de/dns/dns.ts': '`web/texts/de/dns/dns.ts`',
  },
  edits: [
    {
      file: 'router/servers/dns/stages/wpad.ts',
      text: `import { RCODE } from '../../../wire/dns/constants.ts'
import { empty } from '../../../wire/dns/reply.ts'
import { fresh, type Stage, UNTIL_A_CHANGE } from '../stage.ts'

/** Answers names that begin with \`wpad.\` with NXDOMAIN: whoever owns one would set the proxy of browsers. */
export const wpad: Stage = (query, next) => {
  const { question } = query
  if (!question.name.startsWith('wpad.')) return next(query)
  query.verdict = { kind: 'wpad', by: question.name }
  return fresh(empty(question, RCODE.NXDOMAIN), UNTIL_A_CHANGE)
}
`,
    },
    {
      file: 'router/servers/dns/stages/wpad.test.ts',
      text: `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { address, openTrial } from '../chain.fixture.ts'

test('a name that would set the proxy of browsers does not exist, and is not forwarded', async () => {
  const { ask, asked } = openTrial(address('203.0.113.1'))
  assert.equal((await ask('wpad.example.com')).rcode, 'NXDOMAIN')
  assert.deepEqual(asked, [])
  assert.deepEqual((await ask('wpads.example.com')).answers, ['203.0.113.1'])
})
`,
    },
    {
      file: 'router/servers/dns/chain.ts',
      after: "import { answerSetup } from './stages/setup.ts'",
      lines: "import { wpad } from './stages/wpad.ts'",
    },
    { file: 'router/servers/dns/chain.ts', after: '  local(view, counters),', lines: '  wpad,' },
    {
      file: 'router/model/dns/querylog/verdict.ts',
      before: '} as const satisfies Readonly<Record<string, VerdictRow',
      lines: `
  wpad: {
    about: 'the name would set the proxy of browsers',
    by: 'the name',
    reason: 'sets the proxy of browsers:',
    namesDecider: true,
    title: 'Keeps others from setting a proxy',
    decidesBy: 'question',
    blocks: 'always',
  },`,
    },
    {
      file: 'web/texts/de/dns/dns.ts',
      after: '      verdicts: {',
      lines: "        wpad: 'Damit niemand einen Proxy vorgibt',",
    },
  ],
}

const event: Recipe = {
  row: 'an event',
  mostSources: 3,
  listed: {
    'router/model/wifi/topics.ts': '`topics.ts` of its area in `router/model`',
    'router/features/wifi/radiostate/announce.ts': '`publish`',
    'router/features/wifi/radiostate/announce.test.ts': 'with a test',
    'web/texts/messages/events.ts': '`web/texts/messages/events.ts`',
    'web/texts/de/messages/events.ts': '`web/texts/de`',
  },
  edits: [
    {
      file: 'router/model/wifi/topics.ts',
      after: 'export const wifiTopics = {',
      lines: `
  'wifi:radio:moved': topic(
    'An access point has left the channel on which radar was detected.',
    fields({ Iface, Channel: count('The channel that it has left') }),
  ),`,
    },
    {
      file: 'router/features/wifi/radiostate/announce.ts',
      after: '    const { frequency: Frequency } = event.event',
      lines: `
    bus.publish('wifi:radio:moved', { Iface: event.radio, Channel: channelOf(Frequency)?.channel ?? 0 })`,
    },
    {
      file: 'router/features/wifi/radiostate/announce.test.ts',
      before: "    ['wifi:radio:radar', ",
      lines: "    ['wifi:radio:moved', { Iface: 'wlan0', Channel: 52 }],",
    },
    {
      file: 'web/texts/messages/events.ts',
      after: '    warning: {',
      lines: `
      'wifi:radio:moved': ({ text }: EventFields) => \`\${text('Iface')} has left channel \${text('Channel')}\`,`,
    },
    {
      file: 'web/texts/de/messages/events.ts',
      after: '    warning: {',
      lines: `
      'wifi:radio:moved': ({ text }) => \`\${text('Iface')} hat Kanal \${text('Channel')} verlassen\`,`,
    },
  ],
}

const setting: Recipe = {
  row: 'a setting with a screen',
  mostSources: 6,
  listed: {
    'router/model/machine/info/contract.ts': '`contract.ts`',
    'router/model/machine/tables.ts': '`tables.ts` of its area in `router/model`',
    'router/features/machine/info/handlers.ts': '`handlers.ts`',
    'router/features/machine/info/location.test.ts': 'with a test',
    'web/screens/machine/system/LocationScreen.tsx': '`web/screens`',
    'web/routes.tsx': '`web/routes.tsx`',
    'web/texts/machine/system.ts': '`web/texts/machine/system.ts`',
    'web/texts/de/machine/system.ts': '`web/texts/de`',
    'web/texts/de/router/nouns.ts': '`web/texts/de/router/nouns.ts`',
    'lab/contract/general.ts': '`lab/contract`',
  },
  edits: [
    {
      file: 'router/model/machine/info/contract.ts',
      after: "export const INFO_NAMES = ['uptime', 'hostname', 'docker', 'dockernetworks', 'vms', 'ss'] as const",
      lines: `
/** The location of the router. */
export const RouterLocation = z
  .object({ Text: z.string().max(64).meta({ description: 'At most 64 characters; empty for none', example: 'Attic' }) })
  .meta({ id: 'RouterLocation' })
`,
    },
    {
      file: 'router/model/machine/info/contract.ts',
      after: 'export const info = {',
      lines: `
  location: get('/location', {
    roles: ['viewer'],
    tag: 'general',
    summary: 'Location of the router',
    reply: RouterLocation,
  }),
  setLocation: put('/location', {
    tag: 'general',
    summary: 'Set the location of the router',
    description: 'Shown to users.',
    body: RouterLocation,
    errors: { 400: 'The text is too long' },
  }),`,
    },
    {
      file: 'router/model/machine/tables.ts',
      after: "import { defaultMachine, MachineSettings } from './info/hostname-schema.ts'",
      lines: "import { RouterLocation } from './info/contract.ts'",
    },
    {
      file: 'router/model/machine/tables.ts',
      after: 'export const machineSettings = {',
      lines: `
  location: savedSetting({
    schema: RouterLocation,
    defaults: () => ({ Text: '' }),
    audit: { noun: 'location', shows: ['Text'] },
    undo: 'alone',
  }),`,
    },
    {
      file: 'router/features/machine/info/handlers.ts',
      after: '    read: ({ params: { name } }) => readers[name](),',
      lines: `
    location: () => facts.setting('location'),
    setLocation: ({ body }) => change((draft) => draft.set('location', body)),`,
    },
    {
      file: 'router/features/machine/info/location.test.ts',
      text: `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeMachine } from '../../../machine/fake.fixture.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { absentSuperd } from '../../plugins/installed/absent.fixture.ts'
import { infoHandlers } from './handlers.ts'

test('the location is empty until it is set', async () => {
  const memory = openMemoryFacts()
  const handlers = infoHandlers({ ...memory, machine: fakeMachine(), superd: absentSuperd('') })
  const request = { params: {}, query: {}, caller: { name: 'admin', kind: 'user', address: '' } } as const
  assert.deepEqual(await handlers.location({ ...request, body: undefined }), { Text: '' })
  await handlers.setLocation({ ...request, body: { Text: 'Attic' } })
  assert.deepEqual(memory.facts.setting('location'), { Text: 'Attic' })
})
`,
    },
    {
      file: 'web/screens/machine/system/LocationScreen.tsx',
      text: `import { useMutation, useQuery } from '@tanstack/react-query'
import { info } from '../../../../router/model/machine/info/contract.ts'
import { call } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { SavedField } from '../../../parts/forms/SavedField.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { systemTexts } from '../../../texts/machine/system.ts'

/** The location of the router. */
export function LocationScreen() {
  const { data, refetch } = useQuery(query(info.location))
  const save = useMutation({
    mutationFn: (Text: string) => call(info.setLocation, { body: { Text } }),
    onSuccess: () => refetch(),
  })
  return (
    <Section title={systemTexts.tabs.location} hint={systemTexts.locationHint}>
      <SavedField
        aria-label={systemTexts.tabs.location}
        saved={data?.Text ?? ''}
        save={save}
        onSave={(text, onSuccess) => save.mutate(text, { onSuccess })}
        error={save.error?.message}
      />
    </Section>
  )
}
`,
    },
    {
      file: 'web/routes.tsx',
      after: "      page(system, '/health', ",
      lines: `
      page(system, '/location', () => import('./screens/machine/system/LocationScreen.tsx'), 'LocationScreen'),`,
    },
    {
      file: 'web/texts/machine/system.ts',
      after: "    certificate: 'Certificate',",
      lines: "    location: 'Location',",
    },
    {
      file: 'web/texts/machine/system.ts',
      after: '  tabWords: {',
      lines: "    location: 'room place floor building label',",
    },
    {
      file: 'web/texts/machine/system.ts',
      after: "  title: 'System',",
      lines: "  locationHint: 'The place of the router, such as a room.',",
    },
    {
      file: 'web/texts/de/machine/system.ts',
      after: "    certificate: 'Zertifikat',",
      lines: "    location: 'Standort',",
    },
    {
      file: 'web/texts/de/machine/system.ts',
      after: '  tabWords: {',
      lines: "    location: 'Zimmer Ort Stockwerk Haus Aufkleber',",
    },
    {
      file: 'web/texts/de/machine/system.ts',
      after: "  title: 'System',",
      lines: "  locationHint: 'Wo der Router steht, zum Beispiel das Zimmer.',",
    },
    {
      file: 'web/texts/de/router/nouns.ts',
      after: 'export const auditNouns: Readonly<Record<string, string>> = {',
      lines: "  location: 'Standort',",
    },
    {
      file: 'lab/contract/general.ts',
      after: "  ['PUT',    '/info/hostname',       'a..b', ",
      lines: `
  ['GET',    '/location',            none,                                  200, jsonWith({ Text: '' })],
  ['PUT',    '/location',            { Text: 7 },                           400, line],`,
    },
  ],
}

export const RECIPES: readonly Recipe[] = [policy, stage, event, setting]
