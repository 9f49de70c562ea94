import forms from '../../../parts/forms/Form.module.css'
import { Admitted } from './Admitted.tsx'
import { Capture } from './Capture.tsx'
import { Explain } from './Explain.tsx'
import { Owner } from './Owner.tsx'
import { Ping } from './Ping.tsx'
import { Places } from './Places.tsx'

/** Diagnosis: access checks, pings, lookups and captures. */
export const DiagnosisScreen = () => (
  <div className={forms.columns}>
    <Places />
    <div className={forms.page}>
      <Explain />
      <Ping />
    </div>
    <div className={forms.page}>
      <Capture />
      <Owner />
      <Admitted />
    </div>
  </div>
)
