import { defineExportStore } from '@engawa/persistence';

export const insightExportStore = defineExportStore('insightExports');
