import forms from '../../../parts/forms/Form.module.css'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
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
  return <LoadState title={notifyTexts.failed} query={{ error, refetch }} height={320} radius="lg" />
}
