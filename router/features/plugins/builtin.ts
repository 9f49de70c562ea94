import type { PluginEntry } from './contract.ts'

const builtIn = (Name: string, URI: string, Enabled = true): PluginEntry => ({
  Name,
  URI,
  UnixPath: '',
  Enabled,
  Plus: false,
  GitURL: '',
  ComposeFilePath: '',
  HasUI: false,
  SandboxedUI: true,
  HasTopology: false,
  Icon: '',
  InstallTokenPath: '',
  ScopedPaths: [],
})

/** Parts of the router that clients look for among the plugins, by the names that they know. */
export const builtInPlugins = (hasDynDns: boolean): PluginEntry[] => [
  builtIn('dns-block-extension', 'dns/block'),
  builtIn('dns-log-extension', 'dns/log'),
  builtIn('plugin-lookup', 'lookup'),
  builtIn('wireguard', 'wireguard'),
  builtIn('dyndns', 'dyndns', hasDynDns),
]
