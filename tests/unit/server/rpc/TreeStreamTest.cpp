//===- TreeStreamTest.cpp - the directories below one ---------------------===//

#include "tests/unit/server/rpc/InProcessServer.h"

#include "cache/remote/ActionResult.h"

namespace ingot::server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class TreeStreamTest : public InProcessServer {
protected:
  /// A directory with a file of this name and these directories.
  static reapi::Directory directory(const std::string &file,
                                    const std::vector<Digest> &below = {}) {
    reapi::Directory made;
    made.add_files()->set_name(file);
    for (const Digest &digest : below)
      *made.add_directories()->mutable_digest() = cache::toReapi(digest);
    return made;
  }
  Digest put(const reapi::Directory &directory) {
    return *store.putBlob(directory.SerializeAsString());
  }

  struct Answer {
    grpc::Status status;
    std::vector<std::string> files; ///< Of the directories, in order.
    int responses = 0;
  };
  Answer getTree(const reapi::GetTreeRequest &request) {
    Answer answer;
    grpc::ClientContext context;
    auto reader = cas->GetTree(&context, request);
    for (reapi::GetTreeResponse part; reader->Read(&part); ++answer.responses)
      for (const reapi::Directory &each : part.directories())
        answer.files.push_back(each.files_size() ? each.files(0).name() : "");
    answer.status = reader->Finish();
    return answer;
  }
  Answer getTree(const Digest &root, int pageSize = 0) {
    reapi::GetTreeRequest request;
    *request.mutable_root_digest() = cache::toReapi(root);
    request.set_page_size(pageSize);
    return getTree(request);
  }
};

TEST_F(TreeStreamTest, EachDirectoryComesOnceAndTheRootFirst) {
  const Digest leaf = put(directory("leaf"));
  const Digest a = put(directory("a", {leaf})), b = put(directory("b", {leaf}));
  Answer answer = getTree(put(directory("root", {a, b})));
  EXPECT_TRUE(answer.status.ok()) << answer.status.error_message();
  EXPECT_THAT(answer.files, ElementsAre("root", "a", "b", "leaf"));
  EXPECT_EQ(answer.responses, 1);
}

TEST_F(TreeStreamTest, PagesHaveTheSizeThatWasAskedFor) {
  const Digest a = put(directory("a")), b = put(directory("b"));
  Answer answer = getTree(put(directory("root", {a, b})), /*pageSize=*/1);
  EXPECT_TRUE(answer.status.ok());
  EXPECT_THAT(answer.files, SizeIs(3));
  EXPECT_EQ(answer.responses, 3);
}

TEST_F(TreeStreamTest, WhatIsMissingBelowTheRootIsLeftOut) {
  const Digest gone = Digest::of("gone"), a = put(directory("a"));
  Answer answer = getTree(put(directory("root", {gone, a})));
  EXPECT_TRUE(answer.status.ok());
  EXPECT_THAT(answer.files, ElementsAre("root", "a"));
}

TEST_F(TreeStreamTest, AnEmptyRootIsADirectory) {
  Answer answer = getTree(Digest::empty());
  EXPECT_TRUE(answer.status.ok());
  EXPECT_THAT(answer.files, ElementsAre(""));
}

TEST_F(TreeStreamTest, ARootThatIsMissingOrNoDirectoryIsRefused) {
  Answer gone = getTree(Digest::of("gone"));
  EXPECT_EQ(gone.status.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_THAT(gone.files, IsEmpty());
  Answer other = getTree(*store.putBlob("\xff no directory"));
  EXPECT_EQ(other.status.error_code(), grpc::StatusCode::FAILED_PRECONDITION);
  EXPECT_THAT(other.status.error_message(), HasSubstr("is no directory"));
}

TEST_F(TreeStreamTest, NoPageTokenWasEverGivenOut) {
  reapi::GetTreeRequest request;
  *request.mutable_root_digest() = cache::toReapi(put(directory("root")));
  request.set_page_token("2");
  EXPECT_EQ(getTree(request).status.error_code(),
            grpc::StatusCode::INVALID_ARGUMENT);
}

} // namespace
} // namespace ingot::server
