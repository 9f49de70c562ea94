import type { ResolverItem } from './item.ts'

/** What an item says, as the resolver's threads take it: see `servers/dns/view.ts`. */
export function render(item: ResolverItem): string {
  switch (item.kind) {
    case 'listen':
    case 'host':
      return item.ip
    case 'upstreams':
    case 'family':
    case 'own':
      return JSON.stringify(item.providers)
    case 'network':
      return item.tags.join('\n')
    case 'client':
      return JSON.stringify(item.client)
    case 'name':
      return item.chosen ? 'chosen' : 'own'
    case 'rules':
      return JSON.stringify(item.rules)
    case 'overrides':
      return JSON.stringify(item.lists)
    case 'override':
      return JSON.stringify(item.override)
    case 'list':
      return JSON.stringify(item.list)
    case 'uplink':
    case 'excluded':
    case 'paused':
    case 'private':
    case 'ignored':
      return ''
  }
}
