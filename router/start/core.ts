import { isRouter } from '../compiler/ends.ts'
import type { Component, Core } from '../core.ts'
import { zoneOf } from '../store/timezone.ts'
import type { Base } from './base.ts'
import type { Enforcement } from './enforcement.ts'
import type { State } from './state.ts'

/** `opened` closes what parts keep. */
export function openCore(
  { machine, clock, options, onFailure }: Base,
  { facts, history, vault }: State,
  { bus, change, watch, pass, network, memberAt, resolver, resolve, radio, wireguard }: Enforcement,
  opened: AsyncDisposableStack,
): Core {
  const { data, version, authorities, minuteMs, port, securePort } = options
  const zone = () => zoneOf(facts)
  return {
    ...{ machine, clock, onFailure, data, version, authorities, minuteMs },
    ...{ facts, history, vault, change, watch, bus, pass, network, memberAt, resolver, resolve, radio, zone },
    converge: pass.converge,
    show: wireguard.show,
    lookUp: resolver.lookUp,
    uplinks: () => network().frame.uplinks,
    isRouter: (ip) => isRouter(network(), ip),
    apiPorts: () => [port, ...(facts.setting('tls') ? [securePort] : [])].map(String),
    moment: () => ({ now: clock.now(), zone: zone() }),
    keep<C extends Component>(component: C): C {
      opened.use(component)
      if (component.learn) opened.use(watch((entries) => component.learn?.(entries)))
      return component
    },
  }
}
