import { type ListedPlugin, PluginEntry } from '../../../model/plugins/installed/plugin.ts'
import { EXTENSIONS, hasPlus, plusEnabled } from '../../../model/plugins/plus/extensions.ts'
import type { Facts } from '../../../store/facts.ts'

const builtIn = (Name: string, URI: string, Enabled: boolean, Plus = false): ListedPlugin => ({
  ...PluginEntry.parse({ Name, URI, Enabled, Plus }),
  AvailableRuntimes: [],
})

type Needs = Pick<Facts, 'setting' | 'ppps' | 'wifiUplinks'>

/** Parts of the router that clients look for among the plugins, by the names that they know. */
const parts = (facts: Needs): ListedPlugin[] => [
  builtIn('dns-block-extension', 'dns/block', true),
  builtIn('dns-log-extension', 'dns/log', true),
  builtIn('plugin-lookup', 'lookup', true),
  builtIn('wireguard', 'wireguard', true),
  builtIn('dyndns', 'dyndns', facts.setting('dyndns').Provider !== ''),
  builtIn('db', 'db', true),
  builtIn('PPP', '', facts.ppps.size > 0),
  builtIn('WIFIUPLINK', '', facts.wifiUplinks.size > 0),
]

/** The extensions of PLUS; listed while there is a PLUS token. */
const extensions = (facts: Needs): ListedPlugin[] =>
  EXTENSIONS.map((name) => builtIn(name, name.toLowerCase(), plusEnabled(facts, name), true))

/** What the router lists among the plugins and is part of the router. */
export const builtInPlugins = (facts: Needs): ListedPlugin[] => [
  ...parts(facts),
  ...(hasPlus(facts) ? extensions(facts) : []),
]

/** Of all of them, also while they are not listed: other plugins cannot have these names and paths. */
export const reservedPlugins = (facts: Needs): ListedPlugin[] => [...parts(facts), ...extensions(facts)]
