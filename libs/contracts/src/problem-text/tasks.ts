/** Titles of the tasks service's problems. */
export const tasksProblems = {
  'tasks.task.not-found': { ja: 'タスクが見つかりません', en: 'This task was not found' },
  'tasks.task.stale': {
    ja: 'ほかの人が先にこのタスクを変更しました',
    en: 'Someone else changed this task first',
  },
  'tasks.task.invalid-thread-reference': {
    ja: 'Invalid threadReferencePath',
    en: 'Invalid threadReferencePath',
  },
  'tasks.task.unknown-assignee': {
    ja: '担当者がこのスペースのスタッフではありません',
    en: 'The assignee is not a staff member of this space',
  },
  'tasks.task.deactivated-assignee': {
    ja: '担当者のアカウントは管理者により無効にされています',
    en: 'The account of the assignee was disabled by an administrator',
  },
  'tasks.task.unknown-label': {
    ja: '存在しないラベルが選ばれています',
    en: 'A chosen label does not exist',
  },
  'tasks.filter.not-found': {
    ja: '保存したビューが見つかりません',
    en: 'This saved view was not found',
  },
  'tasks.filter.name-taken': {
    ja: 'この名前のビューはすでにあります',
    en: 'You already have a view with this name',
  },
  'tasks.filter.too-many': {
    ja: '保存できるビューは {limit} 件までです',
    en: 'No more than {limit} views can be saved',
  },
  'tasks.filter.stale': {
    ja: '別の画面でこのビューが変更されました',
    en: 'This view was changed in another window',
  },
  'tasks.repair.timeline-unavailable': {
    ja: 'タイムラインが応答しないため、照合できません',
    en: 'The timeline is not available, so nothing can be compared',
  },
} as const;
