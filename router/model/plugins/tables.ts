import { savedSetting, savedTable } from '../saved.ts'
import { FeatureFlags, Themes } from './clients/themes.ts'
import { ComposePaths, KeptPlugin, keyOfPlugin } from './installed/plugin.ts'
import { defaultPlus, defaultPlusServer, PlusServer, PlusSettings } from './plus/extensions.ts'

export const pluginTables = {
  plugins: savedTable({
    schema: KeptPlugin,
    keyOf: keyOfPlugin,
    audit: {
      noun: 'plugin',
      shows: [
        'Name',
        'URI',
        'UnixPath',
        'GitURL',
        'ComposeFilePath',
        'ScopedPaths',
        'NetworkCapabilities',
        'Rights',
        'Revision',
      ],
      hasPlainKey: true,
      unlogged: ['TokenKey'],
    },
  }),
}

export const pluginSettings = {
  composePaths: savedSetting({
    schema: ComposePaths,
    defaults: () => [],
    audit: { noun: 'compose files', shows: [] },
  }),
  themes: savedSetting({ schema: Themes, defaults: () => [], audit: { noun: 'themes', shows: [] } }),
  featureFlags: savedSetting({ schema: FeatureFlags, defaults: () => [], audit: { noun: 'feature flags', shows: [] } }),
  plus: savedSetting({ schema: PlusSettings, defaults: defaultPlus, audit: { noun: 'PLUS', shows: [] } }),
  plusServer: savedSetting({
    schema: PlusServer,
    defaults: defaultPlusServer,
    audit: { noun: 'licence server', shows: ['URL'] },
  }),
}
