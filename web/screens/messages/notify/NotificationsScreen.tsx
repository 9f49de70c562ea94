import { Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import forms from '../../../parts/forms/Form.module.css'
import { Failed } from '../../../parts/layout/Face.tsx'
import { notifyTexts } from '../../../texts/messages/notify.ts'
import { Targets } from './Targets.tsx'
import { ThisBrowser } from './ThisBrowser.tsx'
import { useTargets } from './useTargets.ts'

/** Where alerts are sent: to this browser, and to other destinations. */
export function NotificationsScreen() {
  const { data, error, refetch } = useTargets()
  if (data)
    return (
      <div className={forms.columns}>
        <ThisBrowser />
        <Targets targets={data} />
      </div>
    )
  return error ? (
    <Failed title={notifyTexts.failed} error={error} onRetry={() => void refetch()} />
  ) : (
    <Skeleton height={320} radius="lg" aria-busy="true" />
  )
}
