import type { ShownTarget, TestResult } from '../../../router/model/messages/notify/contract.ts'
import { openReceivers } from '../../guests/receiving.ts'
import { openStage } from '../../home/story.ts'

export const DELIVERED = {
  ...{ Ok: true, Message: 'The test was delivered.', Field: '' },
  Coded: { Code: 'messages.testDelivered', Values: [] },
}

/** Opens a home with receivers of alerts on the internet, and a computer at home that can be one. */
export async function openNotifyStories() {
  const { home, story } = await openStage({ nas: { wired: true } })
  const { router, nas } = home
  const { accepted, first } = await openReceivers(home)
  await router.uplinkAddress()
  await nas.join()
  const add = (Name: string, Kind: string, more: object) =>
    router.api('/notify/targets', { Name, Kind, ...more }) as Promise<ShownTarget>
  return {
    home,
    story,
    accepted,
    first,
    add,
    hook: (Name: string, URL: string) => add(Name, 'webhook', { Webhook: { URL, Secret: 'signature-key' } }),
    tryOut: ({ Id }: ShownTarget) => router.api(`/notify/targets/${Id}/test`, undefined, 'PUT') as Promise<TestResult>,
    stateOf: async ({ Id }: ShownTarget) =>
      ((await router.api('/notify/targets')) as ShownTarget[]).find((one) => one.Id === Id)?.Last,
    /** Adds a rule that makes an alert of each change of a device. */
    alertOnChanges: () =>
      router.api('/alerts', {
        TopicPrefix: 'device:update',
        Name: 'Saved device',
        Actions: [
          {
            SendNotification: true,
            MessageTitle: 'Saved {{Name}}',
            NotificationType: 'warning',
            GrabEvent: true,
            GrabFields: ['MAC'],
          },
        ],
      }),
    /** Renames the computer, and returns the title of the alert. */
    async rename(Name: string): Promise<string> {
      await router.api(`/device?identity=${nas.mac}`, { Name })
      return `Saved ${Name}`
    },
  }
}
