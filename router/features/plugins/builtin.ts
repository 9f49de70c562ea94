import type { PluginEntry } from './contract.ts'

const builtIn = (Name: string, URI: string): PluginEntry => ({
  Name,
  URI,
  UnixPath: '',
  Enabled: true,
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
export const BUILT_IN: readonly PluginEntry[] = [
  builtIn('dns-block-extension', 'dns/block'),
  builtIn('dns-log-extension', 'dns/log'),
  builtIn('plugin-lookup', 'lookup'),
]
