import engawa.ApiClient;
import engawa.api.MembersApi;

public class Main {
  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("ENGAWA_URL"));
    client.setRequestInterceptor(
        request -> request.header("Authorization", "Bearer " + System.getenv("ENGAWA_TOKEN")));
    var request = MembersApi.APIListMembersRequest.newBuilder().limit(25).build();
    var page = new MembersApi(client).listMembers(request);
    System.out.printf(
        "{\"members\":%d,\"total\":%d}%n", page.getItems().size(), page.getTotal());
  }
}
