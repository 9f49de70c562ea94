import type { Carrier } from '../carrier.ts'
import { webhookBody } from './webhook.ts'

interface Broker {
  /** Resolves when the broker has confirmed the message. Rejects with a reason for the owner. */
  publish(topic: string, text: string): Promise<void>
}

/** Publishes the JSON of a webhook over the connection of the MQTT settings. */
export const mqttCarrier = ({ publish }: Broker): Carrier<'mqtt'> => ({
  kind: 'mqtt',
  send: (message, { Topic }) => publish(Topic, webhookBody(message)),
})
