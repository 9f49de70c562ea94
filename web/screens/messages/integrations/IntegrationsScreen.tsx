import forms from '../../../parts/forms/Form.module.css'
import { Metrics } from './Metrics.tsx'
import { Mqtt, Nats, Syslog } from './Programs.tsx'

/** Connections to other programs. */
export const IntegrationsScreen = () => (
  <div className={forms.columns}>
    <div className={forms.page}>
      <Mqtt />
      <Nats />
    </div>
    <div className={forms.page}>
      <Metrics />
      <Syslog />
    </div>
  </div>
)
