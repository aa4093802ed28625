import { packStatic } from './pack-static.ts'

packStatic()
