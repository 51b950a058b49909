import { defineExportStore } from '@engawa/persistence';

export const postExportSchema = defineExportStore('postExports');
