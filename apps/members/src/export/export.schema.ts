import { defineExportStore } from '@engawa/persistence';

export const exportStore = defineExportStore('memberExports');
