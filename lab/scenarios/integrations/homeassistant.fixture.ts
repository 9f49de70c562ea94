import { join } from 'node:path'
import type { IntegrationStatus, IntegrationTest } from '../../../router/model/messages/integrations/contract.ts'
import { openBroker } from '../../guests/broker.ts'
import { certify } from '../../home/authority.ts'
import type { Home } from '../../home/home.ts'
import { openStage } from '../../home/story.ts'
import { until } from '../../process/until.ts'

/** Opens a home with a broker on a device, with which the router is not connected yet. */
export async function openBrokerStories() {
  const { home, story } = await openStage({
    nas: { wired: true, Policies: ['dns'] },
    phone: { Policies: ['wan', 'dns'] },
    tablet: { Policies: ['dns'] },
  })
  const { nas, phone } = home
  const NAME = 'nas.lan'
  const certificate = await certify(join(home.dir, 'authority'), NAME)
  const address = await nas.join()
  await phone.join()
  const broker = await openBroker(nas.namespace, { ca: home.authority.ca, ...certificate })

  const level = (mac: string): string => mac.replaceAll(':', '')
  const topic = (mac: string, state: string): string => `sallyport/device/${level(mac)}/${state}`
  const config = (name: string): string => `homeassistant/device/sallyport_${name}/config`

  const put = ({ router }: Home, settings: object) => router.api('/integrations/mqtt', settings)
  const test = ({ router }: Home, settings: object) =>
    router.api('/integrations/mqtt/test', settings) as Promise<IntegrationTest>
  const statusOf = ({ router }: Home) => router.api('/integrations/mqtt/status') as Promise<IntegrationStatus>
  const becomes = (at: Home, state: IntegrationStatus['State'], timeoutMs?: number) =>
    until(
      `MQTT to be ${state}`,
      async () => {
        const status = await statusOf(at)
        return status.State === state && status
      },
      timeoutMs,
    )
  const has = (of: string, text: string | undefined) => until(`${of} to be ${text}`, () => broker.last(of) === text)
  return { home, story, broker, address, certificate, NAME, level, topic, config, put, test, statusOf, becomes, has }
}
