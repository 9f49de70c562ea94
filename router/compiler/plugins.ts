import type { Facts } from '../store/facts.ts'
import { parseSubnet } from '../values/subnet.ts'
import type { Custom } from './network.ts'

/** The networks of enabled plugins, in alphabetical order. What a plugin's policies, groups and tags do not permit is dropped. */
export const compilePlugins = ({ plugins }: Pick<Facts, 'plugins'>): Custom[] =>
  [...plugins.values()]
    .sort((a, b) => (a.Name < b.Name ? -1 : 1))
    .flatMap(({ Name, Enabled, NetworkCapabilities: { Interface: link, Subnet, Policies, Groups, Tags } }) => {
      const net = Enabled ? parseSubnet(Subnet) : undefined
      if (!net) return []
      return [{ link, net, via: '', policies: Policies, groups: Groups, tags: Tags, rule: `plugins ${Name}` }]
    })
