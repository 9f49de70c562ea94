import type { RequestedRight } from '../../../../router/model/plugins/installed/right.ts'
import { pluginTexts } from '../../../texts/plugins/plugins.ts'

const texts = pluginTexts.rights.permits

/** What a right permits, in one sentence. Rights that this version does not know keep the words of the router. */
export function rightWords({ Kind, Text, Reason, Secrets }: RequestedRight): string {
  const { key, value } = partsOf(Text)
  switch (Kind) {
    case 'privileged':
    case 'host_pid':
    case 'docker_socket':
    case 'capture':
      return texts[Kind]
    case 'host_network':
      return key === 'build.network' ? texts.build_network : texts.host_network
    case 'device':
      return key === 'devices' ? texts.device(value.split(':')[0] ?? '') : texts.devices(value)
    case 'capability':
      return texts.capability[value.toUpperCase().replace(/^CAP_/, '')] ?? texts.otherCapability
    case 'published_port':
      return texts.port(value)
    case 'mount':
      return Secrets === undefined ? Reason : texts.mount(value.split(':')[0] ?? '', value.endsWith(':ro'), Secrets)
    case 'security':
      return texts.security[key]?.(value) ?? Reason
    case 'api':
      return texts.api[Text.replace(/:.*$/s, '').replace(/\/+$/, '') || '/'] ?? Reason
    case 'other':
      return Reason
  }
}

/** The parts of a line `KEY: VALUE`. */
function partsOf(line: string): { key: string; value: string } {
  const [, key = '', value = ''] = /^(\S+): (.*)$/s.exec(line) ?? []
  return { key, value }
}
